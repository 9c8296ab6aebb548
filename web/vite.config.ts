import preact from '@preact/preset-vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [preact()],
  build: {
    target: 'es2022',
    // The policy of the page allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'embed.html'],
      // What several pages use is one file: each request costs a kilobyte of headers.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 3 }] } },
    },
  },
  // The package finds its modules and its worker through their addresses.
  optimizeDeps: { exclude: ['ouro-chess'] },
  worker: { format: 'es' },
  server: {
    fs: { allow: ['.', '../npm/ouro-chess'] },
    // `npx vite` beside `ouro serve`, for work on the page.
    proxy: { '/api': { target: 'http://127.0.0.1:8787', ws: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['test/**/*.test.{ts,tsx}'],
    // Node.js loads the package itself, which then reads its modules from files.
    server: { deps: { external: [/npm\/ouro-chess/] } },
    setupFiles: ['test/setup.ts'],
  },
});
