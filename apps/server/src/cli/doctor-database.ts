import { checkPages, describeBadPages } from '#db/check-pages.ts';
import { createDb, createPool, type Db } from '#db/database.ts';
import { isEmbedded, type DatabaseAccess } from '#db/open-database.ts';
import { readTables } from '#db/read-tables.ts';
import { saveDatabaseCheck } from '#jobs/check-database.ts';
import { CommandError } from './command-error.ts';

/**
 * Reads the whole database: every page of an embedded one from the disk, or every row on another server. Stores the result for the
 * system status. Throws `CommandError` when something is damaged.
 */
export async function compareDatabase(access: DatabaseAccess, db: Db): Promise<string> {
  if (!isEmbedded(access)) return readWholeTables(access.ownerUrl);
  const { signal } = new AbortController();
  const { pages, bad } = await checkPages(access, signal, reportPages);
  const problem = bad.length === 0 ? null : describeBadPages(bad);
  await saveDatabaseCheck(db, new Date(), problem);
  if (problem !== null) throw new CommandError(problem);
  return `all ${pages.toLocaleString('en-US')} pages are as PostgreSQL wrote them`;
}

async function readWholeTables(ownerUrl: string): Promise<string> {
  const owner = createDb(createPool({ url: ownerUrl, size: 1, onError: () => undefined, unhurried: true }));
  try {
    const { tables, bad } = await readTables(owner);
    if (bad.length > 0)
      throw new CommandError(
        `damaged tables: ${bad.map(({ table, problem }) => `${table} (${problem})`).join(', ')}. Restore a backup from before the damage, and check the disk of the database server.`,
      );
    return `all rows of ${tables} tables can be read; check indexes with pg_amcheck of your server`;
  } finally {
    await owner.destroy();
  }
}

/** Shows progress on a terminal. */
function reportPages(pages: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${pages} pages read\u001b[K\r`);
}
