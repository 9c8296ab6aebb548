// Names and texts for what the service sends.
import type {
  EvaluationInfo,
  LevelInfo,
  MoveInfo,
  MoveRecord,
  PieceName,
  Player,
  Side,
  VariantName,
} from '../api/client';

export const VARIANTS: Record<VariantName, string> = {
  chess: 'Chess',
  chess960: 'Chess960',
  selfcapture: 'Self-capture chess',
};

export const sideName = (side: Side): string => (side === 'white' ? 'White' : 'Black');
export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

export function playerName(player: Player, levels: LevelInfo[] = []): string {
  if (player.kind === 'human') return 'Person';
  if (!player.level) return 'Ouro, full strength';
  const info = levels.find((info) => info.level === player.level);
  return info ? `Ouro ${player.level}, ${info.name}` : `Ouro ${player.level}`;
}

const SPOKEN: Record<string, string> = {
  N: 'knight',
  B: 'bishop',
  R: 'rook',
  Q: 'queen',
  K: 'king',
};

/** A move for the ear: who, what, and whether it took one of its own. */
export function spokenMove(
  side: Side,
  move: Pick<MoveRecord, 'san' | 'captured' | 'self_capture' | 'check'>,
): string {
  const { san } = move;
  const who = sideName(side);
  const end = san.endsWith('#') ? ', checkmate' : move.check ? ', check' : '';
  if (san.startsWith('O-O-O')) return `${who} castles on the queen's side${end}`;
  if (san.startsWith('O-O')) return `${who} castles on the king's side${end}`;
  const piece = SPOKEN[san.charAt(0)] ?? 'pawn';
  const square = /([a-h][1-8])(?:=|[+#]|$)/.exec(san)?.[1] ?? '';
  const promotion = /=([NBRQ])/.exec(san)?.[1];
  const becomes = promotion ? `, promotes to ${SPOKEN[promotion]}` : '';
  const does = move.captured
    ? `${piece} takes ${move.self_capture ? 'its own ' : ''}${move.captured.piece} on ${square}`
    : `${piece} to ${square}`;
  return `${who}: ${does}${becomes}${end}`;
}

/** An evaluation for White, such as `+0.35` or `#3`. */
export function score(evaluation: EvaluationInfo): string {
  const sign = evaluation.point_of_view === 'white' ? 1 : -1;
  if (evaluation.mate != null) return `#${evaluation.mate * sign}`;
  const pawns = ((evaluation.cp ?? 0) * sign) / 100;
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2)}`;
}

/** Points that White can expect, from 0 to 1. */
export function whitePoints(evaluation: EvaluationInfo): number {
  const [win = 0, draw = 0] = evaluation.wdl;
  const points = (win + draw / 2) / 1000;
  return evaluation.point_of_view === 'white' ? points : 1 - points;
}

/** Chances of White to win, draw and lose, in percent. */
export function chances(evaluation: EvaluationInfo): [number, number, number] {
  const [win = 0, draw = 0, loss = 0] = evaluation.wdl.map((part) => Math.round(part / 10));
  return evaluation.point_of_view === 'white' ? [win, draw, loss] : [loss, draw, win];
}

export function clockText(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  const seconds = left < 10_000 ? Math.floor(left / 100) / 10 : Math.floor(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  const shown = left < 10_000 ? rest.toFixed(1).padStart(4, '0') : String(rest).padStart(2, '0');
  if (minutes >= 60) {
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${shown}`;
  }
  return `${minutes}:${shown}`;
}

export const pieceNames: PieceName[] = ['queen', 'rook', 'bishop', 'knight', 'pawn'];

/** What a self-capture is for, in the service's words. */
export const themesText = (move: Pick<MoveInfo, 'themes'>): string =>
  move.themes
    .filter((theme) => theme.code !== 'check')
    .map((theme) => theme.text)
    .join(', ');

const SIGNS: Record<string, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** What annotators write behind a move. */
export const judgementSign = (judgement: string | null | undefined): string =>
  (judgement && SIGNS[judgement]) || '';
