// A stored game as the start of an analysis.
import { answer, api } from '../api/client';
import { Position, parsePgn } from '../rules';
import type { AnalysisState } from './address';
import { fromPgn } from './pgn';
import { emptyTree, endOf } from './tree';

/** Loads a game of the server with its players and its result. */
export async function loadGame(id: string): Promise<AnalysisState> {
  const params = { path: { id } };
  const [game, pgn] = await Promise.all([
    answer(api.GET('/api/v1/games/{id}', { params })),
    answer(api.GET('/api/v1/games/{id}/pgn', { params, parseAs: 'text' })),
  ]);
  const [found] = parsePgn(pgn as string, { variant: game.variant });
  const start = () => Position.fromFen(game.start_fen, { variant: game.variant });
  const tree = found?.game ? fromPgn(found.game) : emptyTree(start());
  const black = game.you.length === 1 && game.you[0] === 'black';
  return { tree, path: endOf(tree, []), orientation: black ? 'black' : 'white' };
}
