import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { LauncherError, root } from './paths.mjs';
import { runTool } from './run.mjs';

/** The checks that run no test. Each tells whether it passed, and has printed why when it did not. */
export const checks = {
  format: async () =>
    (await runTool('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.'])) === 0,
  lint: async () => (await runTool('oxlint/bin/oxlint', ['--deny-warnings'])) === 0,
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

/** Type-checks every workspace, two at a time: one uses about a core and a half. */
async function types() {
  const waiting = await typedFolders();
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

async function typedFolders() {
  const groups = await Promise.all(
    ['packages', 'apps'].map(async (group) =>
      (await readdir(join(root, group))).map((name) => `${group}/${name}`),
    ),
  );
  return [...groups.flat(), 'e2e', 'bench', 'scripts'];
}
