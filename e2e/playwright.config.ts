import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { DESKTOP } from './support/page.ts';

/** Journeys that take minutes (`npm run test:soak`), measure (`npm run bench:pages`), need other browsers (`npm run test:browsers`) or take pictures (`npm run pictures`). */
const SEPARATE = /@(soak|perf|browsers|pictures)/;
const tag = process.env['JOURNEYS_TAG'];
const isCi = process.env['CI'] !== undefined;
const results = join(import.meta.dirname, '../.cache/journeys');

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.test.ts',
  globalSetup: './support/global-setup.ts',
  outputDir: join(results, 'artifacts'),
  // While one journey waits for its browser or server, another works.
  workers: availableParallelism() + 1,
  ...(tag === undefined ? { grepInvert: SEPARATE } : { grep: new RegExp(`@${tag}`) }),
  forbidOnly: isCi,
  // One race must not refuse a good change; `npm test` lists what passed only on its retry.
  retries: isCi ? 1 : 0,
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    // The pictures of docs/design.md; `npm run pictures -- design` takes them anew.
    toHaveScreenshot: {
      pathTemplate: join(import.meta.dirname, '../docs/images/{arg}{ext}'),
      maxDiffPixelRatio: 0.002,
    },
  },
  reporter: [
    ['dot'],
    ['json', { outputFile: join(results, 'report.json') }],
    ['html', { open: 'never', outputFolder: join(results, 'html') }],
  ],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    viewport: DESKTOP,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
