// A whole game through a client that is typed by what was generated from the OpenAPI document.
import createClient from 'openapi-fetch';
import type { paths } from '../src/api/schema';
import { expect, test } from './fixture';

const GAME = 'e2e4 e8f7 g1f3 f8g7 f3g5 f7f6 d1f3 f6g7 f3f7 g7h6 h1h2 h6g5 f7f5'.split(' ');

test('a generated client plays a whole game', async ({ service }) => {
  const client = createClient<paths>({ baseUrl: service.address });
  let cookie = '';
  client.use({
    onRequest: ({ request }) => {
      if (cookie) request.headers.set('cookie', cookie);
    },
    onResponse: ({ response }) => {
      cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? '';
    },
  });
  const human = { kind: 'human' } as const;
  const made = await client.POST('/api/v1/games', {
    body: { variant: 'selfcapture', white: human, black: human },
  });
  let game = made.data?.game;
  for (const uci of GAME) {
    if (!game) throw new Error('there is no game');
    expect(game.legal_moves.map((move) => move.uci)).toContain(uci);
    const params = { path: { id: game.id } };
    const stale = await client.POST('/api/v1/games/{id}/moves', {
      params,
      body: { uci, version: game.version - 1 },
    });
    expect(stale.error?.code).toBe('stale');
    const played = await client.POST('/api/v1/games/{id}/moves', {
      params,
      body: { uci, version: game.version },
    });
    game = played.data;
  }
  expect(game?.outcome?.text).toBe('White wins by checkmate');
});
