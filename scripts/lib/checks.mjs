import { ensureWebBuilt } from './build-web.mjs';
import { LauncherError } from './paths.mjs';
import { runTool } from './run.mjs';

/** The checks that run no tests. Each returns whether it passed and prints the reason when it failed. */
export const checks = {
  format: async () => (await runTool('oxfmt/bin/oxfmt', ['--check'])) === 0,
  lint: async () => (await runTool('oxlint/bin/oxlint', ['--deny-warnings'])) === 0,
  spelling: async () =>
    (await runTool('cspell/bin.mjs', ['--no-progress', '--no-summary', '--quiet', '.'])) === 0,
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

/** Type-checks all projects, two at a time, since one uses about one and a half cores. */
async function types() {
  const waiting = [...TYPED];
  let passed = true;
  const worker = async () => {
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      if ((await runTool('typescript/bin/tsc', ['-p', folder])) !== 0) {
        passed = false;
        console.error(`${folder} has type errors.`);
      }
    }
  };
  await Promise.all([worker(), worker()]);
  return passed;
}
