// Sentences from the codes and parameters that the rules and the service supply.
import type { Color, Move, PromotionRole, Role, Square } from '../rules';
import { isKey, type MessageKey, t } from '.';
import type { Params } from './format';

/** Something with a stable code. The text of the rules is used for codes without a message. */
interface Coded {
  readonly code: string;
  readonly params?: Params;
}

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a text of the rules as a sentence. A move at its start keeps its spelling. */
function sentence(text: string): string {
  const isMove = /^([a-h][1-8x]|[a-h]?[1-8]?x?[a-h][1-8])/.test(text);
  const started = isMove ? text : upperFirst(text);
  return /[.!?]$/.test(started) ? started : `${started}.`;
}

/** Adds the names of pieces and sides in the cases that messages need. */
function named(params: Params = {}): Params {
  const { piece, color, winner } = params;
  const names: Record<string, string | number> = { ...params };
  if (typeof piece === 'string' && isKey(`piece.the.${piece}`)) {
    const role = piece as Role;
    const the = t(`piece.the.${role}`);
    Object.assign(names, { piece: t(`piece.${role}`), the, The: upperFirst(the) });
    names.object = t(`piece.theObject.${role}`);
  }
  for (const [name, side] of [
    ['color', color],
    ['winner', winner],
  ] as const) {
    if (side !== 'white' && side !== 'black') continue;
    const text = t(`color.the.${side}`);
    Object.assign(names, { [name]: text, [upperFirst(name)]: upperFirst(text) });
  }
  return names;
}

/** Returns the reason why a move is illegal. */
export function illegalText(reason: Coded & { message: string }): string {
  const cause = `illegal.castling.${reason.params?.cause}`;
  if (reason.code === 'no_castling_right' && isKey(cause)) return t(cause, named(reason.params));
  const key = `illegal.${reason.code}`;
  if (!isKey(key) || !reason.params) return sentence(reason.message);
  return t(key, named(reason.params));
}

/** Returns a problem of a position or a FEN. */
export function problemText(problem: Coded & { message: string }): string {
  const key = `problem.${problem.code}`;
  return isKey(key) && problem.params ? t(key, named(problem.params)) : sentence(problem.message);
}

/** Returns what lenient parsing of a FEN repaired. */
export function repairText(repair: Coded & { message: string }): string {
  const key = `repair.${repair.code}`;
  if (!isKey(key) || !repair.params) return sentence(repair.message);
  const { problem } = repair.params;
  const cause = typeof problem === 'string' ? { ...repair, code: problem } : undefined;
  return t(key, { ...named(repair.params), problem: cause ? problemText(cause) : '' });
}

/** Returns a theme of a self-capture as part of a sentence, such as `the h-file is open`. */
export function themeText(theme: Coded & { text: string }): string {
  const { code, params } = theme;
  const key: MessageKey | string =
    code === 'line_opened' ? `theme.line_opened.${params?.line}` : `theme.${code}`;
  if (!isKey(key) || !params) return theme.text;
  const names = named(params);
  // The freed piece is the subject of its sentence.
  return t(key, code === 'frees' ? { ...names, piece: names.the ?? '' } : names);
}

/** Returns a self-capture and what it is for, such as `Rook captures its own pawn: the h-file is open.` */
export function selfCaptureText(move: Pick<Move, 'piece' | 'captured' | 'themes'>): string {
  if (!move.captured || move.captured.piece === 'king') return '';
  const { square } = move.captured;
  const text = (theme: Move['themes'][number]) =>
    theme.code === 'frees' && theme.params.square === square
      ? t('theme.freesItself')
      : themeText(theme);
  // A check is visible on the board, so other themes come first.
  const telling = move.themes.filter(({ code }) => code !== 'check');
  const themes = (telling.length > 0 ? telling : move.themes).map(text).join(', ');
  return t(themes ? 'selfCapture.noteWithThemes' : 'selfCapture.note', {
    Piece: upperFirst(t(`piece.${move.piece}`)),
    own: t(`piece.own.${move.captured.piece}`),
    themes,
  });
}

interface AnyOutcome {
  readonly reason: string;
  readonly winner?: Color | null;
  readonly params?: Params;
  readonly text: string;
}

/** Returns why a game ended and who won, such as `Checkmate. You won.` if `you` are one of the players. */
export function outcomeText(outcome: AnyOutcome, you?: Color): string {
  const key = `outcome.${outcome.reason}`;
  if (!isKey(key)) return sentence(outcome.text);
  const winner = outcome.winner ?? undefined;
  const loser = winner && (winner === 'white' ? 'black' : 'white');
  const params: Params = {
    ...named(outcome.params),
    ...(loser && { Loser: upperFirst(t(`color.the.${loser}`)) }),
  };
  return [t(key, params), verdict(outcome.reason, winner, you)].filter(Boolean).join(' ');
}

const WITHOUT_VERDICT = ['aborted', 'expired', 'agreement'];

function verdict(reason: string, winner: Color | undefined, you: Color | undefined): string {
  if (WITHOUT_VERDICT.includes(reason)) return '';
  if (!winner) return t('outcome.draw');
  if (you) return t(you === winner ? 'outcome.youWin' : 'outcome.youLose');
  return t('outcome.wins', { Winner: upperFirst(t(`color.the.${winner}`)) });
}

/** What is needed of a move to say it. */
export interface SpokenMove {
  readonly san: string;
  readonly color: Color;
  readonly piece: Role;
  readonly to: Square;
  readonly promotion?: PromotionRole;
  readonly captured?: { readonly piece: Role };
  readonly selfCapture: boolean;
}

/** Returns a move as a screen reader says it, such as `White: knight captures its own pawn on d2, check`. */
export function spokenMove(move: SpokenMove): string {
  let action = plainAction(move);
  if (move.promotion) {
    action = t('move.promotes', { move: action, piece: t(`piece.${move.promotion}`) });
  }
  if (move.san.endsWith('#')) action = t('move.checkmate', { move: action });
  else if (move.san.endsWith('+')) action = t('move.check', { move: action });
  return t('move.said', { color: t(`color.${move.color}`), action });
}

function plainAction({ san, piece, to, captured, selfCapture }: SpokenMove): string {
  if (san.startsWith('O-O-O')) return t('move.castlesLong');
  if (san.startsWith('O-O')) return t('move.castlesShort');
  const params = { piece: t(`piece.${piece}`), square: to };
  if (!captured) return t('move.to', params);
  const own = selfCapture && captured.piece !== 'king';
  const object = own ? t(`piece.own.${captured.piece}`) : t(`piece.theObject.${captured.piece}`);
  return t('move.captures', { ...params, object });
}
