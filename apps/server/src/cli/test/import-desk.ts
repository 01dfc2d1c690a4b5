import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { settingsOf } from '#test/process.ts';
import { runHere, type Ended } from './child.ts';
import { makePortalFolder } from './portal-folder.ts';

/** A portal's database, and a folder with the files that commands import. */
export interface ImportDesk {
  readonly portal: TestPortal;
  readonly settings: Record<string, string>;
  /** The path of a file in the folder. */
  readonly pathOf: (name: string) => string;
  /** Writes a file and returns its path. */
  readonly write: (name: string, content: string) => Promise<string>;
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  readonly close: () => Promise<void>;
}

export async function openImportDesk(): Promise<ImportDesk> {
  const portal = await openTestPortal();
  const folder = await makePortalFolder();
  const settings = { ...settingsOf(portal), DATA_DIR: join(folder, 'data') };
  const pathOf = (name: string) => join(folder, name);
  return {
    portal,
    settings,
    pathOf,
    write: async (name, content) => {
      await writeFile(pathOf(name), content);
      return pathOf(name);
    },
    run: (...args) => runHere(['import', ...args], settings),
    close: async () => {
      await portal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
