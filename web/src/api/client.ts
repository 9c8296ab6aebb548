// The service, with types generated from its OpenAPI document.
import { signal } from '@preact/signals';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

type Schemas = components['schemas'];
export type Analysis = Schemas['Analysis'];
export type EvaluationInfo = Schemas['EvaluationInfo'];
export type GameSummary = Schemas['GameSummary'];
export type GameView = Schemas['GameView'];
export type LegalMoves = Schemas['LegalMoves'];
export type LevelInfo = Schemas['LevelInfo'];
export type MoveInfo = Schemas['MoveInfo'];
export type MoveRecord = Schemas['MoveRecord'];
export type NewGame = Schemas['NewGame'];
export type ParsedGame = Schemas['ParsedGame'];
export type PgnNode = Schemas['PgnNode'];
export type PgnOutput = Schemas['PgnOutput'];
export type PieceName = Schemas['PieceName'];
export type Player = Schemas['Player'];
export type Problem = Schemas['Problem'];
export type ReviewView = Schemas['ReviewView'];
export type SelfCaptureStatistics = Schemas['SelfCaptureStatistics'];
export type ServerMessage = Schemas['ServerMessage'];
export type Side = Schemas['Side'];
export type Status = Schemas['Status'];
export type Validation = Schemas['Validation'];
export type VariantName = Schemas['VariantName'];
export type Action = Omit<Schemas['ActionRequest'], 'version'>;

/** Where a game started and what was played since. */
export interface Line {
  variant: VariantName;
  fen: string | null;
  moves: string[];
}

/** Whether the service needs a token that this browser has not logged in with. */
export const tokenNeeded = signal(false);

export const api = createClient<paths>({ baseUrl: '/' });

/** What the service or the network had against a request, in one sentence. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** The answer to a request; a refusal is thrown with the service's own words. */
export async function answer<T>(
  request: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  let result: { data?: T; error?: unknown; response: Response };
  try {
    result = await request;
  } catch {
    throw new Refused('The server cannot be reached.', 'offline');
  }
  const { data, error, response } = result;
  if (error === undefined && response.ok) return data as T;
  const problem = error as Partial<Problem> | undefined;
  if (problem?.code === 'unauthorized') tokenNeeded.value = true;
  const sentence = problem?.detail ?? `The server answered ${response.status}.`;
  throw new Refused(sentence, problem?.code ?? 'unknown');
}

/** The words of whatever was thrown. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
