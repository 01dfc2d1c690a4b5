import { parseArgs } from 'node:util';
import { copyBeforeUpdate } from '#backup/before-update.ts';
import type { Config } from '#platform/config.ts';
import { migrate } from '#db/migration/migrate.ts';
import { assertHasDatabase, openDatabase } from '#db/open-database.ts';
import { loadKeys } from '#security/keys.ts';
import { CommandError } from './command-error.ts';

/** Migrates the existing database to this version and exits. Copies an embedded database first, except with `--without-copy`. */
export async function migrateCommand(config: Config, args: readonly string[]): Promise<number> {
  const isWithoutCopy = wantsNoCopy(args);
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

function wantsNoCopy(args: readonly string[]): boolean {
  try {
    const { values } = parseArgs({ args: [...args], options: { 'without-copy': { type: 'boolean' } } });
    return values['without-copy'] === true;
  } catch {
    throw new CommandError('Usage: npm run portal -- migrate [--without-copy]');
  }
}
