import type { Config } from '#platform/config.ts';
import { migrate } from '#migration/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { loadKeys } from '#security/keys.ts';

/** Migrates the database to this version and exits. */
export async function migrateCommand(config: Config): Promise<number> {
  const access = await openDatabase(config);
  try {
    const { applied } = await migrate({
      ...access,
      loadKeys: (options) => loadKeys(config.masterKey, config.dataDir, options),
      now: new Date(),
    });
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
    return 0;
  } finally {
    await access.close();
  }
}
