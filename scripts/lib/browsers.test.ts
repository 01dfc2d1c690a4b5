import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ensureBrowsers } from './browsers.mjs';

it('names the packages to install for the browsers that are missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-browsers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const add = async (program: string) => {
    await writeFile(join(folder, program), '');
    await chmod(join(folder, program), 0o755);
  };
  const path = ['/nowhere', folder].join(delimiter);
  await add('firefox-esr');
  await expect(ensureBrowsers(path)).rejects.toThrow('sudo apt-get install webkit2gtk-driver xvfb');
  await add('WebKitWebDriver');
  await add('Xvfb');
  await expect(ensureBrowsers(path)).resolves.toBeUndefined();
});
