import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// Debian's browser, where there is one; otherwise the one that Playwright has installed.
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 860 },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: ['--no-sandbox', '--force-color-profile=srgb'],
    },
  },
});
