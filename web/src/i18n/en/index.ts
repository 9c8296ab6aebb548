import { app } from './app';
import { board } from './board';
import { errors } from './errors';
import { game } from './game';
import { illegal } from './illegal';
import { moveList } from './moveList';
import { moves } from './moves';
import { names } from './names';
import { outcomes } from './outcomes';
import { problems } from './problems';
import { settings } from './settings';
import { ui } from './ui';

export const en = {
  ...app,
  ...board,
  ...errors,
  ...game,
  ...illegal,
  ...moveList,
  ...moves,
  ...names,
  ...outcomes,
  ...problems,
  ...settings,
  ...ui,
} as const;
