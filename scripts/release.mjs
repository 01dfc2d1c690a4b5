// `npm run release -- --out FOLDER`: writes a release of the last commit into a folder (docs/operations/releases.md): the archive, its
// checksums, the list of components and the licenses. Nothing in the repository changes. `--before FILE.tgz` adds the web app's files of
// the release before, for pages that stay open during an update. `--tag VERSION` first sets the version, commits and tags it.
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { launch, LauncherError } from './lib/paths.mjs';
import { assertCommitted, tagVersion, writeRelease } from './lib/release.mjs';

const USAGE = 'npm run release -- --out FOLDER [--before FILE.tgz] [--tag VERSION]';

await launch(async () => {
  const { out, before, tag } = readArguments();
  await ensureInstalled();
  await assertCommitted();
  if (tag !== undefined) await tagVersion(tag);
  for (const line of await writeRelease(out, before)) console.log(line);
  return 0;
});

function readArguments() {
  const options = /** @type {const} */ ({
    out: { type: 'string' },
    before: { type: 'string' },
    tag: { type: 'string' },
  });
  try {
    const { values } = parseArgs({ options });
    if (values.out !== undefined) return { ...values, out: values.out };
  } catch (error) {
    throw new LauncherError(USAGE, { cause: error });
  }
  throw new LauncherError(USAGE);
}
