// The service, with types generated from its OpenAPI document.
import { signal } from '@preact/signals';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

type Schemas = components['schemas'];
export type Analysis = Schemas['Analysis'];
export type EvaluationInfo = Schemas['EvaluationInfo'];
export type ExplorerAnswer = Schemas['ExplorerAnswer'];
export type GameSummary = Schemas['GameSummary'];
export type GameView = Schemas['GameView'];
export type LegalMoves = Schemas['LegalMoves'];
export type MoveInfo = Schemas['MoveInfo'];
export type MoveRecord = Schemas['MoveRecord'];
export type NewGame = Schemas['NewGame'];
export type ParsedGame = Schemas['ParsedGame'];
export type PgnNode = Schemas['PgnNode'];
export type PgnOutput = Schemas['PgnOutput'];
export type PieceName = Schemas['PieceName'];
export type Player = Schemas['Player'];
export type Problem = Schemas['Problem'];
export type PuzzleView = Schemas['PuzzleView'];
export type ReviewView = Schemas['ReviewView'];
export type SelfCaptureStatistics = Schemas['SelfCaptureStatistics'];
export type ServerMessage = Schemas['ServerMessage'];
export type Side = Schemas['Side'];
export type Status = Schemas['Status'];
export type Validation = Schemas['Validation'];
export type VariantName = Schemas['VariantName'];
export type Action = Omit<Schemas['ActionRequest'], 'version'>;

/** A start position and the moves since. */
export interface Line {
  variant: VariantName;
  fen: string | null;
  moves: string[];
}

/** Whether the service needs a token that this browser has not logged in with. */
export const tokenNeeded = signal(false);

export const api = createClient<paths>({ baseUrl: '/' });

/** A request that failed: the service refused it, or did not respond. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    message: string,
    /** A stable name of the reason; `offline` if there was no response. */
    readonly code: string,
    /** The HTTP status; `undefined` if there was no response. */
    readonly status: number | undefined,
    /** The reason as the service sent it. */
    readonly problem?: Problem,
  ) {
    super(message);
  }

  /** Whether the service has decided against the request. Otherwise nobody knows whether it was carried out. */
  get isRefusal(): boolean {
    return this.status !== undefined && this.status >= 400 && this.status < 500;
  }
}

interface ApiResponse<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;

/** Returns the data of a response, or throws a `RequestError`. */
export async function answer<T>(request: Promise<ApiResponse<T>>): Promise<T> {
  let result: ApiResponse<T>;
  try {
    result = await request;
  } catch {
    throw new RequestError('The server cannot be reached.', 'offline', undefined);
  }
  const { data, error, response } = result;
  if (error === undefined && response.ok) return data as T;
  const problem = isProblem(error) ? error : undefined;
  if (problem?.code === 'unauthorized') tokenNeeded.value = true;
  const message = problem?.detail ?? `The server responded with status ${response.status}.`;
  throw new RequestError(message, problem?.code ?? 'unknown', response.status, problem);
}

/** Returns the message of whatever was thrown. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
