import { officeCreate, officeList } from '@portal/contract/offices';
import { patientList } from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_KEYS } from '#test/settings.ts';
import { FIRST_OWNABLE_CHAIN } from './owned-chains.ts';
import { verifyAuditLog } from './verify.ts';

const FIELDS = { address: 'a', city: 'b', state: 'MD', zipCode: '21204', phone: '4105550123' };
let counter = 0;

describe('audit chains of two processes', () => {
  let a: TestPortal;
  let b: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    a = await openTestPortal();
    b = await openTestPortal({ sameDatabaseAs: a });
    admin = await signedInAs(a, 'Admin');
  });
  afterAll(async () => {
    await b.close();
    await a.close();
  });

  const read = (portal: TestPortal) => portal.call(patientList, {}, admin);
  const add = (portal: TestPortal) => {
    counter += 1;
    return portal.call(officeCreate, { body: { ...FIELDS, name: `Office ${counter}` } }, admin);
  };
  async function heads(): Promise<Map<number, string>> {
    const { rows } = await a.owner.query<{ chain: number; seq: string }>(
      'select chain, seq from audit_chains',
    );
    return new Map(rows.map(({ chain, seq }) => [chain, seq]));
  }
  /** Chains that got entries during the work. */
  async function chainsOf(work: () => Promise<unknown>): Promise<number[]> {
    const before = await heads();
    await work();
    return [...(await heads())].filter(([chain, seq]) => before.get(chain) !== seq).map(([chain]) => chain);
  }
  const crowd = (portal: TestPortal) =>
    Promise.all([1, 2, 3, 4, 5, 6].flatMap(() => [add(portal), read(portal)]));
  const isIntact = async () => (await verifyAuditLog(a.deps.db, TEST_KEYS.audit)).firstBad === null;

  it('are different ones, so that neither waits for the other', async () => {
    const ofA = await chainsOf(() => crowd(a));
    const ofB = await chainsOf(() => crowd(b));
    expect(ofA.length).toBeGreaterThan(0);
    expect(ofB.length).toBeGreaterThan(0);
    expect(ofA.filter((chain) => ofB.includes(chain))).toEqual([]);
    expect(Math.min(...ofA, ...ofB)).toBeGreaterThanOrEqual(FIRST_OWNABLE_CHAIN);
    const answers = (await Promise.all([crowd(a), crowd(b)])).flat();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(await isIntact()).toBe(true);
  });

  it('fail cleanly, once, when a head is not the expected one', async () => {
    const [chain] = await chainsOf(() => add(a));
    // Another process extends the chain in the meantime, which the lock normally prevents.
    await b.deps.auditChains.claim({ query: async () => ({ rows: [{ chain: chain ?? 0 }] }) });
    expect((await add(b)).status).toBe(201);
    expect((await add(a)).status).toBe(503);
    const names = (await a.succeed(officeList, {}, admin)).map(({ name }) => name);
    expect(names).not.toContain(`Office ${counter}`);
    expect((await add(a)).status).toBe(201);
    expect((await read(b)).status).toBe(503);
    expect((await read(b)).status).toBe(200);
    expect(await isIntact()).toBe(true);
  });

  it('are replaced by those without an owner while the process owns none', async () => {
    a.deps.auditChains.lose();
    expect(await chainsOf(() => add(a))).toEqual([0]);
    expect(await chainsOf(() => read(a))).toEqual([0]);
    expect(await isIntact()).toBe(true);
  });
});
