// The texts of the puzzles, which other pages do not load.
import { puzzles } from './puzzles';
import { puzzleThemes } from './puzzleThemes';

export const puzzlePages = { ...puzzles, ...puzzleThemes };
