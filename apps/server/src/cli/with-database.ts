import type { ThreadDatabase } from '#audit/verify-thread.ts';
import type { Config, Settings } from '#platform/config.ts';
import { createDb, createPool, type Db } from '#db/database.ts';
import { readSettings } from '#db/practice.ts';
import { openExistingDatabase, type DatabaseAccess } from '#db/open-database.ts';

/** Connections to an existing database. */
export interface OpenedDatabase {
  /** Connected as the application’s role. */
  readonly db: Db;
  /** Connected as the owner of the tables. */
  readonly owner: Db;
  /** The settings with the stored practice. */
  readonly readSettings: () => Promise<Settings>;
  readonly threads: ThreadDatabase;
  readonly access: DatabaseAccess;
}

/**
 * Runs `work` with connections as the application’s role and as the owner of the tables, then closes them. The
 * database must exist. The portal may be running on it.
 */
export async function withDatabase<T>(
  config: Config,
  work: (opened: OpenedDatabase) => Promise<T>,
): Promise<T> {
  const access = await openExistingDatabase(config);
  try {
    const role = access.actAsAppRole ? access.appRole : undefined;
    const db = createDb(
      createPool({ url: access.directUrl, size: 2, role, isRestricted: true, onError: () => undefined }),
    );
    const owner = createDb(createPool({ url: access.ownerUrl, size: 1, onError: () => undefined }));
    try {
      const settings = () => readSettings(config, owner);
      return await work({
        db,
        owner,
        readSettings: settings,
        threads: { url: access.directUrl, role },
        access,
      });
    } finally {
      await db.destroy();
      await owner.destroy();
    }
  } finally {
    await access.close();
  }
}
