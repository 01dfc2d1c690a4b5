import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dictationSign } from '@portal/contract/dictations';
import { patientList } from '@portal/contract/patients';
import { pillCountCalculate } from '@portal/contract/pill-counts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordRead } from './record-read.ts';
import type { RequestContext } from './context.ts';
import { makeDictation, makeDictationDesk, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type Answer, type TestPortal } from '#test/harness.ts';
import { SecondConnectionError } from '#db/inside-transaction.ts';
import { transact } from '#db/open-transaction.ts';
import { inTransaction } from './transaction.ts';

const CALLERS = 40;
const viewed = (entityId: string) => ({ action: 'Viewed', entityType: 'Office', entityId }) as const;

describe('a transaction uses one connection', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let bystander: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    // On a busy machine, many concurrent callers may wait longer than in production.
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    bystander = await signedInAs(portal, 'Staff');
    desk = await makeDictationDesk(portal);
  });
  afterAll(() => portal.close());

  /**
   * Forty callers make three calls each while a bystander reads a list. Returns them in the order in which they
   * finish.
   */
  async function crowd(call: () => Promise<Answer<typeof dictationSign | typeof pillCountCalculate>>) {
    const ended: string[] = [];
    const callers = Array.from({ length: CALLERS }, async () => {
      const statuses = [];
      for (let round = 0; round < 3; round += 1) statuses.push((await call()).status);
      ended.push('caller');
      return statuses;
    });
    const list = portal.call(patientList, { query: {} }, bystander).then(({ status }) => {
      ended.push('bystander');
      return status;
    });
    const statuses = new Set((await Promise.all(callers)).flat());
    return { statuses: [...statuses], bystander: await list, ended };
  }

  it('answers forty concurrent signatures, and a bystander before the last one', async () => {
    const id = await makeDictation(portal, { ...desk, providerId: physician.id, status: 'Completed' });
    const sign = () => portal.call(dictationSign, { params: { id }, body: { version: 1 } }, physician);
    const { statuses, bystander: listed, ended } = await crowd(sign);
    expect(statuses).toEqual([200]);
    expect(listed).toBe(200);
    expect(ended.indexOf('bystander')).toBeLessThan(CALLERS);
    const actions = (await auditOf(portal, 'Dictation', id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'Signed')).toHaveLength(1);
    expect(actions.filter((action) => action === 'Viewed')).toHaveLength(CALLERS * 3 - 1);
  });

  it('answers forty concurrent pill counts with idempotency keys, and a bystander before the last one', async () => {
    const body = {
      patientId: desk.patientId,
      prescriptionDate: '2026-11-11',
      pillsGiven: 30,
      pillsPerDay: 1,
      pillsRemaining: 22,
      saveToHistory: false,
    };
    const calculate = () =>
      portal.call(
        pillCountCalculate,
        { body },
        { token: physician.token, headers: { 'idempotency-key': randomUUID() } },
      );
    const { statuses, bystander: listed, ended } = await crowd(calculate);
    expect(statuses).toEqual([200]);
    expect(listed).toBe(200);
    expect(ended.indexOf('bystander')).toBeLessThan(CALLERS);
    expect(await auditOf(portal, 'PillCount', null)).toHaveLength(CALLERS * 3);
  });

  const context = (): RequestContext => ({
    deps: portal.deps,
    requestId: randomUUID(),
    ip: '127.0.0.1',
    publicOrigin: 'https://portal.example',
    userAgent: 'test',
    now: portal.clock.now(),
    log: portal.deps.log,
    user: null,
    ifMatch: undefined,
    audited: { count: 0 },
    signal: new AbortController().signal,
  });

  it('the pool and the read recorder refuse calls from inside a transaction', async () => {
    const { db, readRecorder } = portal.deps;
    const everyone = () => db.selectFrom('users').select('id').execute();
    await expect(inTransaction(context(), everyone)).rejects.toThrow(SecondConnectionError);
    await expect(transact(db, everyone)).rejects.toThrow(SecondConnectionError);
    await expect(transact(db, () => transact(db, everyone))).rejects.toThrow(SecondConnectionError);
    await expect(inTransaction(context(), () => readRecorder.record([]))).rejects.toThrow(
      SecondConnectionError,
    );
    expect((await everyone()).length).toBeGreaterThan(0);
  });

  it('a read inside a transaction is recorded only if it commits', async () => {
    const [kept, undone] = [randomUUID(), randomUUID()];
    const request = context();
    await inTransaction(request, () => recordRead(request, viewed(kept)));
    expect(await auditOf(portal, 'Office', kept)).toHaveLength(1);
    expect(request.audited.count).toBe(1);
    const undo = async () => {
      await recordRead(request, viewed(undone));
      throw new Error('undone');
    };
    await expect(inTransaction(request, undo)).rejects.toThrow('undone');
    expect(await auditOf(portal, 'Office', undone)).toEqual([]);
  });

  it('work left running is outside the transaction', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const later = await transact(portal.deps.db, async () => ({
      read: over.then(() => portal.deps.db.selectFrom('users').select('id').execute()),
    }));
    end();
    expect((await later.read).length).toBeGreaterThan(0);
  });

  it('all transactions begin in the modules that track them', async () => {
    const root = join(import.meta.dirname, '..');
    const beginning = [];
    for (const name of await readdir(root, { recursive: true })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      if (/\.(startT|t)ransaction\(/.test(await readFile(join(root, name), 'utf8'))) beginning.push(name);
    }
    expect(beginning.toSorted()).toEqual(['audit/verify.ts', 'db/open-transaction.ts']);
  });
});
