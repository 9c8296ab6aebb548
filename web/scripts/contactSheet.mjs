// Takes a picture of every page in all sizes, themes and languages and puts them on sheets, one per page and language:
// `node web/scripts/contactSheet.mjs http://127.0.0.1:8787 /tmp/sheets [page …]`.
import { existsSync, mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { PAGES } from './pages.mjs';

const [base, folder, ...wanted] = process.argv.slice(2);
if (!base || !folder) throw new Error('usage: contactSheet.mjs <address> <folder> [page …]');
mkdirSync(folder, { recursive: true });

const SIZES = [
  [360, 640],
  [390, 844],
  [844, 390],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
];
const THEMES = ['light', 'dark'];
const LANGUAGES = ['en', 'de', 'es'];
/** The height of a picture on a sheet, in pixels. */
const HEIGHT = 460;

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

async function shoot(open, [width, height], colorScheme, locale) {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width, height },
    colorScheme,
    locale,
    reducedMotion: 'reduce',
    hasTouch: width < 1000,
  });
  const page = await context.newPage();
  await open(page);
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function sheet(name, pictures) {
  const page = await browser.newPage({ viewport: { width: 2400, height: 1000 } });
  const figures = pictures.map(
    ({ label, picture }) =>
      `<figure><img height="${HEIGHT}" src="data:image/png;base64,${picture.toString('base64')}">` +
      `<figcaption>${label}</figcaption></figure>`,
  );
  await page.setContent(
    '<style>body{display:flex;flex-wrap:wrap;gap:12px;margin:12px;background:#777;font:14px sans-serif;color:#fff}' +
      `figure{margin:0}</style>${figures.join('')}`,
  );
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.close();
}

for (const [name, open] of Object.entries(PAGES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const language of LANGUAGES) {
    const pictures = [];
    for (const theme of THEMES) {
      for (const size of SIZES) {
        const picture = await shoot(open, size, theme, language);
        pictures.push({ label: `${name} ${size.join('×')} ${theme} ${language}`, picture });
      }
    }
    await sheet(`${name}-${language}`, pictures);
  }
}
await browser.close();
