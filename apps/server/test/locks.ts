import { expect, vi } from 'vitest';
import type { TestPortal } from './harness.ts';
import { soon } from './soon.ts';

/** Resolves when a connection to the portal’s database waits for a row lock. */
export async function waitForLock(portal: TestPortal): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await portal.owner.query(
      `select from pg_locks where not granted and pid in (
         select l.pid from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database())`,
    );
    expect(rows.length).toBeGreaterThan(0);
  }, soon);
}
