import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { cacheFolder, LauncherError } from './paths.mjs';
import { runTool } from './run.mjs';

/** The checks that run no tests. Each returns whether it passed and prints the reason when it failed. Some can be limited to files. */
export const checks = {
  format: async (/** @type {string[]} */ files = []) =>
    (await runTool('oxfmt/bin/oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...files])) === 0,
  lint: async (/** @type {string[]} */ files = []) =>
    (await runTool('oxlint/bin/oxlint', ['--deny-warnings', '--no-error-on-unmatched-pattern', ...files])) ===
    0,
  spelling: async (/** @type {string[]} */ files = ['.']) =>
    (await runTool('cspell/bin.mjs', [
      '--no-progress',
      '--no-summary',
      '--quiet',
      '--no-must-find-files',
      ...files,
    ])) === 0,
  unused: async () => (await runTool('knip/bin/knip.js', ['--no-progress'])) === 0,
  types,
  build,
};

async function build() {
  try {
    await ensureWebBuilt();
    return true;
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    console.error(error.message);
    return false;
  }
}

/** The root project contains everything that runs in Node; the others need separate settings. */
const TYPED = ['.', 'apps/web', 'e2e', 'scripts'];

/** Type-checks projects, two at a time, since one uses about one and a half cores. A file that did not change is not checked again. */
async function types(/** @type {string[]} */ projects = TYPED) {
  const waiting = [...projects];
  let passed = true;
  const worker = async () => {
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      const known = join(cacheFolder, 'types', `${folder.replace('/', '-')}.tsbuildinfo`);
      const args = ['-p', folder, '--incremental', '--tsBuildInfoFile', known];
      if ((await runTool('typescript/bin/tsc', args)) !== 0) {
        passed = false;
        console.error(`${folder} has type errors.`);
      }
    }
  };
  await Promise.all([worker(), worker()]);
  return passed;
}
