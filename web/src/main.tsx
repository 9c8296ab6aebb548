import { render } from 'preact';
import { App } from './app/app';
import { followTitle } from './app/title';
import { applySettings } from './settings/settings';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './generated/pieces.css';

await applySettings();
followTitle();
const root = document.getElementById('app');
if (root) render(<App />, root);
