import { copyBeforeUpdate } from '#backup/before-update.ts';
import type { Config } from '#platform/config.ts';
import { migrate } from '#db/migration/migrate.ts';
import { assertHasDatabase, openDatabase } from '#db/open-database.ts';
import { loadKeys } from '#security/keys.ts';
import type { Definition } from './definition.ts';

export const migrateCommand: Definition = (command, run) =>
  command
    .option('--without-copy', 'do not copy an embedded database first')
    .action(({ withoutCopy }) => run((config) => migrateDatabase(config, withoutCopy === true)));

/** Migrates the existing database to this version and exits. Copies an embedded database first, unless `isWithoutCopy`. */
async function migrateDatabase(config: Config, isWithoutCopy: boolean): Promise<number> {
  await assertHasDatabase(config);
  const access = await openDatabase(config);
  try {
    const { applied } = await migrate({
      ...access,
      loadKeys: (options) => loadKeys(config.masterKey, config.dataDir, options),
      now: new Date(),
      hasRoot: true,
      beforeUpdate: async (lastMigration) => {
        if (!isWithoutCopy) console.log(await copyBeforeUpdate(config, access, lastMigration));
      },
    });
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
    return 0;
  } finally {
    await access.close();
  }
}
