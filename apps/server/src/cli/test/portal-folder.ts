import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a temporary folder for the data of a portal. The caller removes it. */
export async function makePortalFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-cli-'));
  // As root, the database server runs as another account, which must be able to reach the data.
  await chmod(folder, 0o711);
  return folder;
}
