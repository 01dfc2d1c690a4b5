import { auditVerificationGet, auditVerify } from '@portal/contract/audit';
import { patientList } from '@portal/contract/patients';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_KEYS } from '#test/settings.ts';
import { chainEndsAreIntact } from './chain-ends.ts';
import { verifyAuditLog } from './verify.ts';

describe('records of earlier audit log verifications', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const read = () => portal.succeed(patientList, {}, admin);
  const ask = (statement: string) => portal.owner.query(statement);

  /** Runs a verification through the API and waits for the result. */
  async function check() {
    await portal.succeed(auditVerify, {}, admin);
    await portal.deps.auditChecks.settled();
    return (await portal.succeed(auditVerificationGet, {}, admin)).latest;
  }
  /** Saves the heads, writes and verifies entries, then cuts the log back to the saved heads. */
  async function cutBack(): Promise<void> {
    await ask('create table saved_heads as table audit_chains');
    for (let count = 0; count < 5; count += 1) await read();
    expect(await check()).toMatchObject({ outcome: 'intact', firstBad: null });
    await ask(`delete from audit_log l using saved_heads k where l.chain = k.chain and l.seq > k.seq`);
    await ask(`update audit_chains c set (seq, mac, head_mac) = (k.seq, k.mac, k.head_mac)
      from saved_heads k where k.chain = c.chain`);
    await ask('drop table saved_heads');
    // The portal does not find the head that it wrote.
    expect((await portal.call(patientList, {}, admin)).status).toBe(503);
  }

  beforeEach(async () => {
    await ask('truncate audit_marks');
  });

  it('reveal the newest entries being cut off together with their heads', async () => {
    await cutBack();
    expect(await check()).toMatchObject({
      outcome: 'tampered',
      firstBad: { tampering: 'cut off', entryId: null },
    });
    expect(await chainEndsAreIntact(portal.deps.db, TEST_KEYS.audit)).toBe(false);
  });

  it('reveal it even after the portal has written as many new entries', async () => {
    await cutBack();
    for (let count = 0; count < 40; count += 1) await read();
    expect(await chainEndsAreIntact(portal.deps.db, TEST_KEYS.audit)).toBe(true);
    expect(await check()).toMatchObject({ outcome: 'tampered', firstBad: { tampering: 'cut off' } });
  });

  it.each([
    "update audit_marks set heads = (select jsonb_agg(jsonb_set(h, '{1}', '1')) from jsonb_array_elements(heads) h)",
    "update audit_marks set at = at - interval '1 day'",
    "update audit_marks set mac = ''",
    'update audit_marks set verification_id = (select id from audit_verifications where id <> verification_id limit 1)',
  ])('cannot be changed undetected: %s', async (statement) => {
    expect(await check()).toMatchObject({ outcome: 'intact' });
    await ask(statement);
    expect(await check()).toMatchObject({ outcome: 'tampered', firstBad: { tampering: 'earlier check' } });
  });

  it('are written only by verifications that find the log intact', async () => {
    const count = async () => Number((await ask('select count(*)::int as n from audit_marks')).rows[0]?.n);
    expect(await check()).toMatchObject({ outcome: 'intact' });
    expect(await count()).toBe(1);
    const first = '(select chain from audit_log where seq = 1 limit 1)';
    await ask(`update audit_log set reason = 'x' where chain = ${first} and seq = 1`);
    expect(await check()).toMatchObject({ outcome: 'tampered', firstBad: { tampering: 'changed' } });
    expect(await count()).toBe(1);
    await ask(`update audit_log set reason = null where chain = ${first} and seq = 1`);
  });

  it('do not make a concurrent verification fail', async () => {
    const concurrent = [];
    for (let count = 0; count < 5; count += 1) {
      concurrent.push(verifyAuditLog(portal.deps.db, TEST_KEYS.audit));
      await read();
      expect(await check()).toMatchObject({ outcome: 'intact' });
    }
    for (const { bad } of await Promise.all(concurrent)) expect(bad).toEqual([]);
  });
});
