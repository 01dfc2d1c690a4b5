import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { LauncherError } from './paths.mjs';

/** The programs that drive other browsers, and the packages of Debian and Ubuntu that have them. */
const PACKAGES = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

/**
 * @param {string} [path] the folders of programs
 * @throws {LauncherError} with the command that installs the programs that are missing
 */
export async function ensureBrowsers(path = process.env.PATH ?? '') {
  const folders = path.split(delimiter);
  const missing = [];
  for (const [program, name] of Object.entries(PACKAGES)) {
    const found = await Promise.all(folders.map((folder) => isExecutable(join(folder, program))));
    if (!found.includes(true)) missing.push(name);
  }
  if (missing.length > 0)
    throw new LauncherError(
      `Programs are missing. On Debian, install them with: sudo apt-get install ${missing.join(' ')}`,
    );
}

/** @param {string} path */
const isExecutable = (path) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
