// Every unit test sees the English texts.
import { loadLanguage } from '../src/i18n';

await loadLanguage('en');
