import { auditExport } from '@portal/contract/audit';
import { billingCodeExport } from '@portal/contract/billing-codes';
import { officeList } from '@portal/contract/offices';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePatient, signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { makeBillingCode } from './template-factories.ts';

const EXPORTS = 24;

describe('concurrent exports', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let bystander: SignedInUser;
  beforeAll(async () => {
    // On a busy machine, many concurrent calls may wait longer than in production.
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    bystander = await signedInAs(portal, 'Staff');
    await makeBillingCode(portal, '64483');
    await makePatient(portal);
  });
  afterAll(() => portal.close());

  it.each([
    ['the audit log', 'patients', () => portal.call(auditExport, { body: {} }, admin)],
    ['billing codes', 'billing_codes', () => portal.call(billingCodeExport, { body: {} }, admin)],
  ] as const)(
    'of %s leave connections for everyone else while the database is slow',
    async (what, table, start) => {
      const client = new Client({ connectionString: portal.deps.config.migrationDatabaseUrl });
      await client.connect();
      let exports: Promise<{ status: number }>[] = [];
      try {
        // No read of an export finishes before the table is unlocked.
        await client.query('begin');
        await client.query(`lock table ${table} in access exclusive mode`);
        exports = Array.from({ length: EXPORTS }, start);
        await recorded(what === 'the audit log' ? 'AuditLog' : 'BillingCode');
        expect((await portal.call(officeList, {}, bystander)).status).toBe(200);
      } finally {
        await client.end();
      }
      const answers = await Promise.all(exports);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    },
  );

  /** Resolves when every export is recorded, which happens before its first read. */
  async function recorded(entityType: string): Promise<void> {
    for (;;) {
      const { rows } = await portal.owner.query<{ count: number }>(
        "select count(*)::int as count from audit_log where action = 'Exported' and entity_type = $1",
        [entityType],
      );
      if (rows[0]?.count === EXPORTS) return;
    }
  }
});
