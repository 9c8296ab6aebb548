import { render } from 'preact';
import { loadLanguage, preferredLanguage, t } from '../i18n';
import { errorText } from '../i18n/errors';
import { OuroError, rulesReady } from '../rules';
import { Embed } from './embed';
import { type EmbedOptions, readOptions } from './options';
import { loadReplay } from './replay';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../generated/pieces.css';

/** Sets the colours of the page. They come from its address, not from the settings of the app. */
function applyColours({ theme, board, pieces }: EmbedOptions): void {
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    dataset.theme = theme ?? (system.matches ? 'dark' : 'light');
  };
  system.addEventListener('change', apply);
  apply();
  dataset.board = board;
  dataset.pieces = pieces;
}

const options = readOptions(new URLSearchParams(location.search));
applyColours(options);
await loadLanguage(preferredLanguage(navigator.languages));
const root = document.getElementById('embed') as HTMLElement;
try {
  await rulesReady;
  render(<Embed replay={await loadReplay(options.source)} options={options} />, root);
} catch (error) {
  render(
    <p class="problem embed-problem" role="alert">
      {error instanceof OuroError && error.kind === 'pgn' ? t('embed.badPgn') : errorText(error)}
    </p>,
    root,
  );
}
