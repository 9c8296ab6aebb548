// Pictures of pieces outside boards.
import type { Color, Role } from '../rules';
import { type PieceSet, pieceSet } from '../settings/settings';

const FILES = import.meta.glob<string>('../generated/pieces/*/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Returns the address of a piece in a set; the chosen one by default. */
export function pieceUrl(color: Color, role: Role, set: PieceSet = pieceSet.value): string {
  const url = FILES[`../generated/pieces/${set}/${color}-${role}.svg`];
  if (!url) throw new Error(`failed to find the ${color} ${role} of the piece set ${set}`);
  return url;
}
