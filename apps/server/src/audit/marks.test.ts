import { auditVerificationGet, auditVerify } from '@portal/contract/audit';
import { patientList } from '@portal/contract/patients';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_KEYS } from '#test/settings.ts';
import { chainEndsAreIntact } from './chain-ends.ts';
import { verifyAuditLog } from './verify.ts';

describe('what an earlier check of the audit log recorded', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const read = () => portal.succeed(patientList, {}, admin);
  const ask = (statement: string) => portal.owner.query(statement);

  /** A check through the API, to its end. */
  async function check() {
    await portal.succeed(auditVerify, {}, admin);
    await portal.deps.auditChecks.settled();
    return (await portal.succeed(auditVerificationGet, {}, admin)).latest;
  }
  /** Keeps the heads, lets the portal write and be checked, then takes the log back to where the heads were kept. */
  async function cutBack(): Promise<void> {
    await ask('create table heads_kept as table audit_chains');
    for (let count = 0; count < 5; count += 1) await read();
    expect(await check()).toMatchObject({ outcome: 'intact', firstBad: null });
    await ask(`delete from audit_log l using heads_kept k where l.chain = k.chain and l.seq > k.seq`);
    await ask(`update audit_chains c set (seq, mac, head_mac) = (k.seq, k.mac, k.head_mac)
      from heads_kept k where k.chain = c.chain`);
    await ask('drop table heads_kept');
  }

  beforeEach(async () => {
    await ask('truncate audit_marks');
  });

  it('reveals newest entries that were cut off together with their heads', async () => {
    await cutBack();
    expect(await check()).toMatchObject({
      outcome: 'tampered',
      firstBad: { tampering: 'cut off', entryId: null },
    });
    expect(await chainEndsAreIntact(portal.deps.db, TEST_KEYS.audit)).toBe(false);
  });

  it('reveals them also after the portal has written as many again', async () => {
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
  ])('cannot be changed without showing: %s', async (statement) => {
    expect(await check()).toMatchObject({ outcome: 'intact' });
    await ask(statement);
    expect(await check()).toMatchObject({ outcome: 'tampered', firstBad: { tampering: 'earlier check' } });
  });

  it('is recorded by checks that found the log well and by no others', async () => {
    const count = async () => Number((await ask('select count(*)::int as n from audit_marks')).rows[0]?.n);
    expect(await check()).toMatchObject({ outcome: 'intact' });
    expect(await count()).toBe(1);
    await ask("update audit_log set reason = 'x' where chain = 0 and seq = 1");
    expect(await check()).toMatchObject({ outcome: 'tampered', firstBad: { tampering: 'changed' } });
    expect(await count()).toBe(1);
    await ask('update audit_log set reason = null where chain = 0 and seq = 1');
  });

  it('does not make a check that runs beside it fail', async () => {
    const beside = [];
    for (let count = 0; count < 5; count += 1) {
      beside.push(verifyAuditLog(portal.deps.db, TEST_KEYS.audit));
      await read();
      expect(await check()).toMatchObject({ outcome: 'intact' });
    }
    for (const { bad } of await Promise.all(beside)) expect(bad).toEqual([]);
  });
});
