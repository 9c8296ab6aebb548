import { analysis } from './analysis';
import { app } from './app';
import { board } from './board';
import { editor } from './editor';
import { embed } from './embed';
import { engine } from './engine';
import { errors } from './errors';
import { game } from './game';
import { games } from './games';
import { home } from './home';
import { illegal } from './illegal';
import { learn } from './learn';
import { login } from './login';
import { moveList } from './moveList';
import { moves } from './moves';
import { names } from './names';
import { outcomes } from './outcomes';
import { problems } from './problems';
import { settings } from './settings';
import { statistics } from './statistics';
import { ui } from './ui';

export const en = {
  ...analysis,
  ...app,
  ...board,
  ...editor,
  ...embed,
  ...engine,
  ...errors,
  ...game,
  ...games,
  ...home,
  ...illegal,
  ...learn,
  ...login,
  ...moveList,
  ...moves,
  ...names,
  ...outcomes,
  ...problems,
  ...settings,
  ...statistics,
  ...ui,
} as const;
