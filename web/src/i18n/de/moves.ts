// Moves and self-captures in words.
import type { moves as en } from '../en/moves';
import type { Message } from '../format';

export const moves: Readonly<Record<keyof typeof en, Message>> = {
  'move.said': '{color}: {action}',
  'move.to': '{piece} nach {square}',
  'move.captures': '{piece} schlägt {object} auf {square}',
  'move.castlesShort': 'rochiert kurz',
  'move.castlesLong': 'rochiert lang',
  'move.promotes': '{move}, Umwandlung: {piece}',
  'move.check': '{move}, Schach',
  'move.checkmate': '{move}, schachmatt',
  'selfCapture.mark': 'Selbstschlag',
  'selfCapture.note': '{Piece} schlägt {own}.',
  'selfCapture.noteWithThemes': '{Piece} schlägt {own}: {themes}.',
  'theme.king_escape': 'der König entkommt',
  'theme.king_walk': 'der König läuft durch die eigenen Figuren',
  'theme.promotion': 'der Bauer wird auf {square} umgewandelt',
  'theme.line_opened.file': 'die {file}-Linie ist offen',
  'theme.line_opened.rank': 'die {rank}. Reihe ist offen',
  'theme.line_opened.diagonal': 'die Diagonale {from}–{to} ist offen',
  'theme.frees': '{piece} auf {square} wird frei',
  'theme.freesItself': 'die Figur kommt ins Spiel',
  'theme.tempo': 'greift {object} auf {square} an',
  'theme.check': 'Schach',
};
