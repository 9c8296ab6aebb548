// Writes the piece sets and their style sheet to src/generated from the packages that contain the drawings.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ChessBishop, ChessKing, ChessKnight, ChessPawn, ChessQueen, ChessRook } from 'lucide';

const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const COLORS = ['white', 'black'];
const LUCIDE = {
  pawn: ChessPawn,
  knight: ChessKnight,
  bishop: ChessBishop,
  rook: ChessRook,
  queen: ChessQueen,
  king: ChessKing,
};
const packages = new URL('../node_modules/', import.meta.url);
const generated = new URL('../src/generated/', import.meta.url);

/** Colin M. L. Burnett's pieces, as they are in the style sheet of chessground. */
function classic() {
  const sheet = new URL('@lichess-org/chessground/assets/chessground.cburnett.css', packages);
  const rule =
    /piece\.(\w+)\.(\w+)\s*\{\s*background-image:\s*url\(['"]?data:image\/svg\+xml;base64,([^'")]+)/g;
  const found = [...readFileSync(sheet, 'utf8').matchAll(rule)];
  return found.map(([, role, color, data]) => ({
    color,
    role,
    svg: Buffer.from(data, 'base64').toString(),
  }));
}

/** The chess icons of Lucide, filled. */
function outline() {
  const PAINT = {
    white: { fill: '#fff', stroke: '#2b2f2d' },
    black: { fill: '#2f3532', stroke: '#0b0d0c' },
  };
  return eachPiece(({ color, role }) => {
    const { fill, stroke } = PAINT[color];
    const shapes = LUCIDE[role].map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
      return `<${tag} ${written.join(' ')}/>`;
    });
    // A light edge keeps black pieces visible on dark squares.
    const edge =
      color === 'black'
        ? `<g fill="none" stroke="#e8ebe6" stroke-width="2.4">${shapes.join('')}</g>`
        : '';
    return (
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -1.500 28 28">' +
      '<g stroke-linecap="round" stroke-linejoin="round">' +
      `${edge}<g fill="${fill}" stroke="${stroke}" stroke-width="1.500">${shapes.join('')}</g></g></svg>`
    );
  });
}

/** The chess icons of Font Awesome, as silhouettes with an edge. */
function solid() {
  const PAINT = {
    white: { fill: '#fdfdfb', stroke: '#3a403d' },
    black: { fill: '#262a28', stroke: '#e4e7e2' },
  };
  return eachPiece(({ color, role }) => {
    const file = new URL(`@fortawesome/fontawesome-free/svgs/solid/chess-${role}.svg`, packages);
    const source = readFileSync(file, 'utf8');
    const width = Number(/viewBox="0 0 (\d+) 512"/.exec(source)?.[1]);
    const path = /<path[^>]* d="([^"]+)"/.exec(source)?.[1];
    if (!width || !path) throw new Error(`failed to read the ${role} of Font Awesome`);
    const { fill, stroke } = PAINT[color];
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${width / 2 - 340} -85 680 680">` +
      `<path fill="${fill}" stroke="${stroke}" stroke-width="26" stroke-linejoin="round" paint-order="stroke" d="${path}"/></svg>`
    );
  });
}

function eachPiece(draw) {
  return COLORS.flatMap((color) =>
    ROLES.map((role) => ({ color, role, svg: draw({ color, role }) })),
  );
}

const sets = { classic: classic(), outline: outline(), solid: solid() };
const rules = [];
for (const [set, pieces] of Object.entries(sets)) {
  if (pieces.length !== 12)
    throw new Error(`the piece set ${set} has ${pieces.length} of 12 pieces`);
  const folder = new URL(`pieces/${set}/`, generated);
  mkdirSync(folder, { recursive: true });
  const properties = pieces.map(({ color, role, svg }) => {
    writeFileSync(new URL(`${color}-${role}.svg`, folder), svg);
    return `  --${color}-${role}: url("./pieces/${set}/${color}-${role}.svg");\n`;
  });
  rules.push(`:root[data-pieces="${set}"] {\n${properties.join('')}}\n`);
}
writeFileSync(new URL('pieces.css', generated), rules.join('\n'));
