import { join } from 'node:path';
import { LauncherError, root } from './paths.mjs';
import { run, runTool } from './run.mjs';

const folder = 'scripts/stryker';

/**
 * Installs StrykerJS with its own lockfile, because only this command needs it, and runs it on files of the rules, by default all.
 * Returns its exit code, which is not 0 if the tests notice too few mutants.
 * @param {string[]} files
 */
export async function runStryker(files) {
  const code = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: join(root, folder),
  });
  if (code !== 0) throw new LauncherError('StrykerJS could not be installed.');
  return runTool(join('..', folder, 'node_modules/@stryker-mutator/core/bin/stryker.js'), [
    'run',
    ...(files.length === 0 ? [] : ['--mutate', files.join(',')]),
    join(folder, 'stryker.config.json'),
  ]);
}
