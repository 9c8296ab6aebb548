// A file server and pages for the browser tests.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * Serves a folder on a free port. `isolated` sends the headers that SharedArrayBuffer needs, `open` those that let
 * pages of other origins use the files; `texts` are served by name instead of files, and `onPost` receives what
 * pages send.
 */
export async function serve(folder, options = {}) {
  const { isolated = false, open = false, texts = {}, onPost = () => {} } = options;
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    const headers = {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      ...(isolated ? ISOLATED : {}),
      ...(open ? OPEN : {}),
    };
    if (request.method === 'POST') {
      const parts = await request.toArray();
      onPost(Buffer.concat(parts).toString());
      response.writeHead(204).end();
      return;
    }
    const text = texts[path];
    const file = join(folder, path);
    if (text !== undefined) {
      response.writeHead(200, headers).end(text);
    } else if (await stat(file).catch(() => undefined)) {
      response.writeHead(200, headers);
      createReadStream(file).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** The time after which a page counts as stuck, also on a busy machine. */
const PATIENCE = 180_000;

/** Opens a page of a browser. */
export async function newPage(browser) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  return page;
}
