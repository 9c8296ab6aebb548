import { app } from './app';
import { errors } from './errors';
import { illegal } from './illegal';
import { moves } from './moves';
import { names } from './names';
import { outcomes } from './outcomes';
import { problems } from './problems';
import { settings } from './settings';
import { ui } from './ui';

export const en = {
  ...app,
  ...errors,
  ...illegal,
  ...moves,
  ...names,
  ...outcomes,
  ...problems,
  ...settings,
  ...ui,
} as const;
