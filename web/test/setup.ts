// Every unit test sees the English texts.
import { loadLanguage, loadPart } from '../src/i18n';

await loadLanguage('en');
await loadPart('puzzles');
