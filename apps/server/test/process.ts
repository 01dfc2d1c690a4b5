import { login } from '@portal/contract/session';
import type { Child } from '#cli/test/child.ts';
import type { TestPortal } from './harness.ts';
import { TEST_MASTER_KEY, TEST_PASSWORD } from './settings.ts';

/** Settings for a separate process that serves a test portal’s practice. */
export function settingsOf({ deps: { config } }: TestPortal): Record<string, string> {
  return {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    MIGRATION_DATABASE_URL: config.migrationDatabaseUrl ?? '',
    DATABASE_POOL_SIZE: '6',
    MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
  };
}

/** Signs in a test user at a separate portal process, which uses the real clock. */
export async function signInToProcess(
  child: Child,
  userName: string,
): Promise<{ readonly origin: string; readonly token: string }> {
  const origin = await child.origin();
  const answer = await fetch(`${origin}/api${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: userName, password: TEST_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
  return { origin, token: login.response.parse(await answer.json()).token };
}
