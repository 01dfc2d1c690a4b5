import {
  activePayerLimits,
  payerLimitAddKnown,
  payerLimitCreate,
  payerLimitDelete,
  payerLimitList,
  payerLimitRecord,
  payerLimitToggle,
  payerLimitUpdate,
} from '@portal/contract/payer-limits';
import { codesOfLimit } from '@portal/domain/payer-limits';
import { PROCEDURE_CODES } from '@portal/starter/procedure-codes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { KNOWN_LIMITS } from './known-limits.ts';

const RULE = {
  name: 'Lumbar epidural',
  payer: 'Medicare',
  policy: 'L33906',
  codes: '62323, 64483',
  sessions: 4,
  months: 12,
  minimumRelief: 0,
  source: 'LCD L33906',
};

describe('payer limits', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());
  beforeEach(() => portal.owner.query('delete from payer_limits'));

  const create = (more: object = {}) =>
    portal.succeed(payerLimitCreate, { body: { ...RULE, ...more } }, admin);
  const list = async (search = '') =>
    (await portal.succeed(payerLimitList, { query: { search } }, admin)).items;

  it('are added switched off, with their codes in one form, and audited', async () => {
    const rule = await create({ codes: '64483;62323 64483', withModifier: 'kx', sourceUrl: '' });
    expect(rule).toMatchObject({
      codes: '64483, 62323',
      withModifier: 'KX',
      withoutModifier: null,
      earlierCodes: null,
      isBySide: false,
      validFrom: null,
      sourceUrl: null,
      isActive: false,
      version: 1,
    });
    expect(await auditOf(portal, 'PayerLimit', rule.id)).toMatchObject([
      { action: 'Created', user_id: admin.id, new_values: { name: 'Lumbar epidural', sessions: 4 } },
    ]);
    expect(await list()).toEqual([rule]);
    expect(await list('medicare 64483')).toEqual([rule]);
    expect(await list('64484')).toEqual([]);
    expect(await portal.succeed(activePayerLimits, {}, admin)).toEqual([]);
  });

  it.each([
    [{ codes: 'M54.16' }, 'codes', 'Enter procedure codes, separated by commas: 62321, 64479'],
    [{ codes: ' ' }, 'codes', 'Codes is required'],
    [{ earlierCodes: 'all' }, 'earlierCodes', 'Enter procedure codes, separated by commas: 62321, 64479'],
    [
      { codes: Array.from({ length: 50 }, (_, at) => 62_300 + at).join(',') },
      'codes',
      'Codes can have at most 300 characters',
    ],
    [{ sessions: 0 }, 'sessions', 'Sessions must be 1 or more'],
    [{ months: 121 }, 'months', 'Months can be at most 120'],
    [{ minimumRelief: 101 }, 'minimumRelief', 'Minimum relief in percent can be at most 100'],
    [{ withModifier: 'KXX' }, 'withModifier', 'A modifier has two characters'],
    [{ sourceUrl: 'http://cms.gov' }, 'sourceUrl', 'A link begins with https://'],
    [{ source: '' }, 'source', 'Source is required'],
    [{ validFrom: '2026-02-30' }, 'validFrom', 'Valid from must be a valid date (MM/DD/YYYY)'],
    [{ validFrom: '2026-02-02', validTo: '2026-02-01' }, 'validTo', 'Valid to cannot be before Valid from'],
  ])('refuse %j', async (more, field, message) => {
    const answer = await portal.call(payerLimitCreate, { body: { ...RULE, ...more } }, admin);
    expect(answer).toMatchObject({ status: 400, error: { errors: { [field]: [message] } } });
    expect(await list()).toEqual([]);
  });

  it('exist once for a payer, policy, procedure, and first day', async () => {
    await create();
    const conflict = { status: 409, error: { code: 'CONFLICT', message: 'This rule already exists' } };
    expect(await portal.call(payerLimitCreate, { body: RULE }, admin)).toMatchObject(conflict);
    await create({ earlierCodes: '64493' });
    const dated = await create({ validFrom: '2027-01-01' });
    expect(
      await portal.call(
        payerLimitUpdate,
        { params: { id: dated.id }, body: { ...RULE, validFrom: null } },
        admin,
      ),
    ).toMatchObject(conflict);
  });

  it('are switched on and off, changed, and deleted, each with the version it was read with', async () => {
    const { id, version } = await create();
    const params = { id };
    const on = await portal.succeed(payerLimitToggle, { params, body: { version } }, admin);
    expect(on).toMatchObject({ message: '"Lumbar epidural" is on', limit: { isActive: true, version: 2 } });
    expect(await portal.call(payerLimitToggle, { params, body: { version } }, admin)).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { isActive: true } },
    });
    expect(await portal.succeed(activePayerLimits, {}, admin)).toEqual([on.limit]);
    const body = { ...RULE, sessions: 3, version: 2 };
    expect(await portal.succeed(payerLimitUpdate, { params, body }, admin)).toMatchObject({
      sessions: 3,
      isActive: true,
      version: 3,
    });
    expect(await portal.call(payerLimitUpdate, { params, body }, admin)).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { sessions: 3 } },
    });
    expect(
      await portal.call(
        payerLimitUpdate,
        { params, body: { ...RULE, validFrom: '2026-02-02', validTo: '2026-02-01' } },
        admin,
      ),
    ).toMatchObject({ status: 400 });
    expect(await portal.succeed(payerLimitDelete, { params }, admin)).toEqual({
      message: '"Lumbar epidural" deleted',
    });
    expect((await auditOf(portal, 'PayerLimit', id)).map(({ action }) => action)).toEqual([
      'Created',
      'Updated',
      'Updated',
      'Deleted',
    ]);
    for (const call of [
      portal.call(payerLimitDelete, { params }, admin),
      portal.call(payerLimitToggle, { params, body: {} }, admin),
    ])
      expect(await call).toMatchObject({
        status: 404,
        error: { message: 'This rule does not exist.' },
      });
  });

  it('are switched by one of forty who do it at once', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        portal.call(payerLimitToggle, { params: { id }, body: { version: 1 } }, admin),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
    expect(await list()).toMatchObject([{ isActive: true, version: 2 }]);
  });

  it('of Medicare are added once, switched off, also by forty at once', async () => {
    const known = KNOWN_LIMITS[0];
    await create({ ...known, sessions: 3, isActive: true });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => portal.succeed(payerLimitAddKnown, {}, admin)),
    );
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(KNOWN_LIMITS.length - 1);
    const rules = (await portal.succeed(payerLimitList, { query: { pageSize: '100' } }, admin)).items;
    expect(rules).toHaveLength(KNOWN_LIMITS.length);
    expect(rules.filter(({ isActive }) => isActive)).toMatchObject([{ name: known?.name, sessions: 3 }]);
    expect(await auditOf(portal, 'PayerLimit', rules.at(-1)?.id ?? '')).toMatchObject([
      { action: 'Created', user_id: admin.id },
    ]);
  });
});

it('the known rules are valid, and the starter has all their codes', () => {
  const codes = new Set(Object.values(PROCEDURE_CODES).flatMap(Object.keys));
  for (const rule of KNOWN_LIMITS) {
    expect(payerLimitRecord.body.parse(rule)).toEqual(rule);
    expect(codesOfLimit(rule).filter((code) => !codes.has(code))).toEqual([]);
  }
});
