import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { explainError } from '#cli/explain-error.ts';
import { databaseNames } from '#db/embedded/credentials.ts';
import { ensureRolesAndDatabase } from '#db/embedded/roles.ts';
import { startEmbeddedPostgres } from '#db/embedded/start.ts';
import { migrate } from '#db/migration/migrate.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { TEST_KEYS, TEST_NOW } from './settings.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { superuserUrl: string; ownerUrl: string; appUrl: string };
  }
}

/**
 * Starts one database server for the run, with a migrated template that each test file copies, and cleans up
 * afterwards. Errors that the developer can fix are printed as one sentence.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    return await startDatabase(project);
  } catch (error) {
    const sentence = explainError(error);
    if (sentence === undefined) throw error;
    // Vitest prints the stack, and the cause with its own stack.
    throw Object.assign(new OperatorError(sentence), { stack: sentence });
  }
}

async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-')).catch((cause: unknown) => {
    throw new OperatorError(`The folder ${tmpdir()} is not writable. Set TMPDIR to a writable folder.`, {
      cause,
    });
  });
  // As root, the database server runs as another account, which must be able to reach the data.
  await chmod(folder, 0o711);
  const { TEST_DATABASE_URL } = process.env;
  const server =
    TEST_DATABASE_URL === undefined
      ? await startEmbeddedPostgres({
          dataDir: join(folder, 'data'),
          durable: false,
          outsideFolder: join(folder, 'outside'),
        })
      : await useServer(TEST_DATABASE_URL);
  await migrate({
    ownerUrl: server.ownerUrl,
    appRole: new URL(server.appUrl).username,
    actAsAppRole: false,
    loadKeys: async () => TEST_KEYS,
    now: TEST_NOW,
  });
  const client = new Client({ connectionString: server.superuserUrl });
  await client.connect();
  // A connection would wait for each copy, and each copy for it.
  await client.query('alter database portal with is_template true allow_connections false');
  await client.end();
  project.provide('postgres', {
    superuserUrl: server.superuserUrl,
    ownerUrl: server.ownerUrl,
    appUrl: server.appUrl,
  });
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Uses a disposable server instead of the embedded one. `superuserUrl` has a password, which the two roles get too. */
async function useServer(superuserUrl: string) {
  const { password } = new URL(superuserUrl);
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  // An earlier run closed its template.
  await client.query("update pg_database set datallowconn = true where datname = 'portal'");
  await client.end();
  await ensureRolesAndDatabase(superuserUrl, { superuser: password, owner: password, app: password });
  const urlOf = (username: string) =>
    Object.assign(new URL(superuserUrl), { username, pathname: `/${databaseNames.database}` }).href;
  return {
    superuserUrl,
    ownerUrl: urlOf(databaseNames.owner),
    appUrl: urlOf(databaseNames.app),
    stop: () => Promise.resolve(),
  };
}
