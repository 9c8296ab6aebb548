// The rules of chess, Chess960 and self-capture chess.

export { type Epd, parseEpd, writeEpd } from './epd.js';
export { type ErrorKind, type Failure, OuroError, type Params, type Problem } from './errors.js';
export { Game, type GameOptions } from './game.js';
export { type PgnOptions, parsePgn, writePgn } from './pgn.js';
export { type FenOptions, Position, validate, validateFen } from './position.js';
export { type InitOptions, init } from './rules.js';
export { isSupported } from './support.js';
export type * from './types.js';
