// Failures in words.
import { isKey, t } from '.';
import { illegalText, problemText } from './rules';

/** Codes of the service that mean the same to its users. */
const SAME: Record<string, string> = {
  storage_unavailable: 'unavailable',
  timeout: 'unavailable',
  internal: 'unavailable',
  method_not_allowed: 'bad_request',
  unsupported_media_type: 'bad_request',
};

/**
 * Returns what went wrong in one sentence. Only codes are used: the details that the service gives are for
 * programmers.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return t('error.unknown');
  const { code, kind } = error as Error & { code?: unknown; kind?: unknown };
  if (typeof code !== 'string') return t('error.unknown');
  if (kind === 'move') return illegalText({ ...error, code, message: error.message });
  if (kind === 'fen') return fenText(error as Error & { code: string });
  const key = `error.${SAME[code] ?? code}`;
  return isKey(key) ? t(key) : t('error.unknown');
}

function fenText(error: Error & { code: string; problems?: readonly unknown[] }): string {
  const first = error.problems?.[0] as Parameters<typeof problemText>[0] | undefined;
  return problemText(first ?? { code: error.code, message: error.message });
}
