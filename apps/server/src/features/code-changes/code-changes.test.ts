import { billingCodeRuleCreate, billingCodeRuleList } from '@portal/contract/billing-code-rules';
import { billingCodeSearch } from '@portal/contract/billing-codes';
import {
  codeChangeAccept,
  codeChangeKeep,
  codeChangeList,
  codeChangeNotes,
  codeChangePreview,
  type EditionChangeRow,
} from '@portal/contract/code-changes';
import { contentOf } from '@portal/domain/template/test/content-of';
import { isObject } from '#request/health-record.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadedCodeFile } from '#test/code-file-factories.ts';
import { makeDictation, makeDictationDesk } from '#test/dictation-factories.ts';
import { auditOf, overridePermission, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { startStatementCounter } from '#test/statement-counter.ts';
import { makeBillingCode, makeTemplate } from '#test/template-factories.ts';

const DATE = '2026-11-28';
const SOURCE = 'CMS, HCPCS Level II, edition from 10/01/2026';
const FEES = {
  status: 'A',
  pcTc: '0',
  globalDays: '000',
  multiple: '2',
  bilateral: 0,
  assistant: '1',
  coSurgeons: '0',
  team: '0',
} as const;
const drug = (code: string, validFrom: string, validTo: string | null = null) => ({
  code,
  validFrom,
  validTo,
  facts: { description: 'Injection, 1 mg', isModifier: false, coverage: 'C', action: 'N' },
});

const seen = ({ key, version }: EditionChangeRow) => ({ key, version });

describe('what changed with an edition', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  const ids = new Map<string, string>();
  let rules = 0;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    await loadedCodeFile(portal, {
      kind: 'hcpcs',
      from: '2026-10-01',
      rows: [drug('J1030', '1982-01-01', '2024-03-31'), drug('J1010', '2024-04-01')],
    });
    await loadedCodeFile(portal, {
      kind: 'feeSchedule',
      from: '2026-07-01',
      rows: [
        { code: '64483', facts: FEES },
        { code: '64999', facts: FEES },
      ],
    });
    await loadedCodeFile(portal, {
      kind: 'feeSchedule',
      from: '2026-10-01',
      rows: [{ code: '64483', facts: FEES }],
    });
  });
  beforeEach(async () => {
    await portal.owner.query('delete from billing_code_rules');
    await portal.owner.query('delete from dictation_codes');
    await portal.owner.query('delete from billing_codes');
    for (const code of ['J1030', 'J1010', '64483', '64999'])
      ids.set(code, await makeBillingCode(portal, code, { codeType: 'CPT' }));
    await portal.owner.query(`update billing_codes set unit_size = 1 where code = 'J1030'`);
    await portal.owner.query(`update billing_codes set valid_from = '2024-04-01' where code = 'J1010'`);
  });
  afterAll(() => portal.close());

  const list = (user = admin, date = DATE) => portal.succeed(codeChangeList, { query: { date } }, user);
  const changesOf = async (code: string) => (await list()).changes.filter((each) => each.code === code);
  const change = async (code: string): Promise<EditionChangeRow> => {
    const [first] = await changesOf(code);
    if (first === undefined) throw new Error(`Nothing changed in ${code}`);
    return first;
  };
  const accept = (...items: object[]) =>
    portal.raw({
      method: 'POST',
      url: '/api/admin/code-changes/accept',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ date: DATE, items }),
      token: admin.token,
    });
  const catalog = async (code: string) =>
    (await portal.succeed(billingCodeSearch, { body: { searchTerm: code, pageSize: 10 } }, admin)).items[0];
  const makeRule = async (...codes: string[]) => {
    const content = contentOf({ id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] });
    rules += 1;
    const templateId = await makeTemplate(portal, { content, name: `Joint injection ${rules}` });
    const rule = await portal.succeed(
      billingCodeRuleCreate,
      {
        body: {
          templateId,
          fieldId: 'side',
          fieldValue: 'Left',
          billingCodes: codes.map((code) => ({ billingCodeId: ids.get(code) ?? '', modifiers: '50' })),
        },
      },
      admin,
    );
    return { templateId, rule };
  };
  const rulesOf = (templateId: string) =>
    portal.succeed(billingCodeRuleList, { params: { templateId } }, admin);
  const codesIn = async (templateId: string) =>
    (await rulesOf(templateId)).map(({ billingCodes }) =>
      billingCodes.map(({ code, modifiers }) => `${code}-${modifiers}`),
    );

  it('lists what the editions of the day say differently, with the source', async () => {
    const { changes, changeCount, hiddenCount, editions, notes } = await list();
    expect(editions).toMatchObject([
      { kind: 'feeSchedule', validFrom: '2026-10-01' },
      { kind: 'hcpcs', validFrom: '2026-10-01' },
    ]);
    expect([changeCount, hiddenCount, notes]).toEqual([3, 0, []]);
    expect(changes.map(({ code, kind, message, source }) => [code, kind, message, source])).toEqual([
      ['64483', 'value', 'Bilateral indicator is 0', 'CMS, Physician fee schedule, edition from 10/01/2026'],
      [
        '64999',
        'ended',
        'No longer in this edition; the one before lists it',
        'CMS, Physician fee schedule, edition from 10/01/2026',
      ],
      ['J1030', 'ended', 'Ended 03/31/2024', SOURCE],
    ]);
    const nothingLoaded = await list(admin, '2020-01-01');
    expect(nothingLoaded.changes.map(({ code }) => code)).not.toContain('64483');
  });

  it('previews and accepts several proposals, each audited with the edition', async () => {
    const items = [seen(await change('64483')), seen(await change('J1030'))];
    const preview = await portal.succeed(codeChangePreview, { body: { date: DATE, items } }, admin);
    expect(preview.records.map(({ label, to, problem }) => [label, to, problem])).toEqual([
      ['CPT 64483', 'bilateral indicator 0', null],
      ['CPT J1030', '01/01/1982 to 03/31/2024', null],
    ]);
    expect((await list()).changeCount).toBe(3);
    expect(await portal.succeed(codeChangeAccept, { body: { date: DATE, items } }, admin)).toMatchObject({
      changedCount: 2,
    });
    expect(await catalog('64483')).toMatchObject({ bilateralIndicator: 0, version: 2 });
    expect(await catalog('J1030')).toMatchObject({ validFrom: '1982-01-01', validTo: '2024-03-31' });
    expect((await auditOf(portal, 'BillingCode', ids.get('J1030') ?? '')).at(-1)).toMatchObject({
      action: 'Updated',
      reason: SOURCE,
      new_values: { validFrom: '1982-01-01', validTo: '2024-03-31' },
    });
    // Now that the catalog knows the dates, the code can be deactivated, because nothing uses it.
    const next = await change('J1030');
    expect(next.proposal).toMatchObject({ to: 'Inactive' });
    expect((await accept(seen(next))).status).toBe(200);
    expect(await changesOf('J1030')).toEqual([]);
  });

  it('replaces an ended code in a rule, keeps its modifiers, and audits the edition', async () => {
    const { templateId, rule } = await makeRule('J1030', '64483');
    const inRule = (await changesOf('J1030')).find((each) => each.rule !== null);
    expect(inRule).toMatchObject({
      kind: 'ended',
      version: 1,
      rule: {
        ruleId: rule.id,
        templateId,
        templateName: `Joint injection ${rules}`,
        ruleName: 'Side is Left',
      },
      proposal: { action: 'replace', suggested: [{ code: 'J1010' }] },
    });
    const item = inRule === undefined ? {} : seen(inRule);
    expect((await accept(item)).body).toMatchObject({
      code: 'VALIDATION',
      message: 'Choose the code to use instead, or remove it from the rule',
    });
    expect((await accept({ ...item, replaceBy: rule.id })).body).toMatchObject({ code: 'CONFLICT' });
    const body = {
      date: DATE,
      items: [{ ...seen(inRule ?? (await change('J1030'))), replaceBy: ids.get('J1010') ?? '' }],
    };
    expect(await portal.succeed(codeChangePreview, { body }, admin)).toMatchObject({
      records: [
        {
          label: `Joint injection ${rules}: Side is Left`,
          from: 'J1030-50, 64483-50',
          to: 'J1010-50, 64483-50',
        },
      ],
    });
    await portal.succeed(codeChangeAccept, { body }, admin);
    expect(await codesIn(templateId)).toEqual([['J1010-50', '64483-50']]);
    expect((await auditOf(portal, 'BillingCodeRule', rule.id)).at(-1)).toMatchObject({
      action: 'Updated',
      reason: SOURCE,
    });
  });

  /** Removing the ended code from the rule that has it. */
  const removal = async () => {
    const inRule = (await changesOf('J1030')).find((each) => each.rule !== null);
    return { ...seen(inRule ?? (await change('J1030'))), replaceBy: null };
  };

  it('removes an ended code from a rule, and deletes a rule that has no other', async () => {
    const { templateId } = await makeRule('J1030', '64483');
    expect((await accept(await removal())).status).toBe(200);
    expect(await codesIn(templateId)).toEqual([['64483-50']]);

    const other = await makeRule('J1030');
    const items = [await removal()];
    expect(await portal.succeed(codeChangePreview, { body: { date: DATE, items } }, admin)).toMatchObject({
      records: [{ to: 'No codes: the rule is deleted' }],
    });
    expect((await accept(...items)).status).toBe(200);
    expect(await rulesOf(other.templateId)).toEqual([]);
  });

  it('refuses stale and unknown proposals and changes nothing then', async () => {
    const [fees, dates] = [seen(await change('64483')), seen(await change('J1030'))];
    await portal.owner.query(`update billing_codes set version = 9 where code = '64483'`);
    const stale = await accept(fees, dates);
    expect(stale.body).toMatchObject({ code: 'STALE', message: expect.stringContaining('CPT 64483') });
    expect((await catalog('J1030'))?.validTo).toBeNull();
    expect((await accept({ ...dates, key: `${dates.key}x` })).body).toMatchObject({ code: 'STALE' });
    expect((await accept(dates, dates)).body).toMatchObject({ code: 'VALIDATION' });
    expect((await accept()).body).toMatchObject({ code: 'VALIDATION' });
  });

  it('is accepted by one of forty at once', async () => {
    const { templateId } = await makeRule('J1030', '64483');
    const items = (await changesOf('J1030')).map((each) => ({ ...seen(each), replaceBy: ids.get('J1010') }));
    const answers = await Promise.all(Array.from({ length: 40 }, () => accept(...items)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => isObject(body) && body['code'] === 'STALE')).toHaveLength(39);
    expect(await codesIn(templateId)).toEqual([['J1010-50', '64483-50']]);
    expect(await catalog('J1030')).toMatchObject({ validTo: '2024-03-31', version: 2 });
  });

  it('does not list as open what an administrator keeps as it is, until they change their mind', async () => {
    const { key } = await change('64483');
    const keep = (isKept: boolean, keys = [key]) =>
      portal.succeed(codeChangeKeep, { body: { date: DATE, keys, isKept } }, admin);
    expect(await keep(true)).toEqual({ changedCount: 1 });
    expect(await keep(true)).toEqual({ changedCount: 0 });
    expect(await change('64483')).toMatchObject({ key, isKept: true });
    expect((await auditOf(portal, 'BillingCode', ids.get('64483') ?? '')).at(-1)).toMatchObject({
      action: 'Updated',
      reason: 'CMS, Physician fee schedule, edition from 10/01/2026',
      new_values: { keptAsItIs: true },
    });
    expect(await keep(false)).toEqual({ changedCount: 1 });
    expect(await change('64483')).toMatchObject({ isKept: false });
    const unknown = await portal.call(codeChangeKeep, { body: { keys: ['x'], isKept: true } }, admin);
    expect(unknown).toMatchObject({ status: 409, error: { code: 'STALE' } });
  });

  it('counts unsigned notes on whose day a code cannot be billed, and lists them for those who may view them', async () => {
    const desk = await makeDictationDesk(portal);
    const provider = await signedInAs(portal, 'ProviderPhysician');
    const note = (procedureDate: string, status: 'Saved' | 'Draft' | 'Signed' = 'Saved') =>
      makeDictation(portal, { ...desk, providerId: provider.id, procedureDate, status });
    const [fine, late, draft] = [
      await note('2024-03-31'),
      await note('2026-11-20'),
      await note('2026-11-21', 'Draft'),
    ];
    const [gone] = [await note('2026-11-22')];
    for (const id of [fine, late, draft, gone])
      await portal.owner.query(
        `insert into dictation_codes (dictation_id, place, code_type, code, description, modifiers, billing_code_id)
         values ($1, 0, 'CPT', 'J1030', 'x', '', $2)`,
        [id, ids.get('J1030')],
      );
    await portal.owner.query(
      `update dictations set is_active = false, deactivated_at = now() where id = $1`,
      [gone],
    );
    expect((await list()).notes).toEqual([
      {
        kind: 'ended',
        code: 'J1030',
        codeType: 'CPT',
        message: 'Ended 03/31/2024',
        source: SOURCE,
        noteCount: 2,
      },
    ]);
    const query = { code: 'J1030', codeType: 'CPT' } as const;
    const { data } = await portal.succeed(codeChangeNotes, { query }, admin);
    expect(data.map(({ dictationId }) => dictationId)).toEqual([late, draft]);
    expect((await auditOf(portal, 'Dictation', null)).at(-1)).toMatchObject({
      action: 'Accessed',
      new_values: { dictationIds: [late, draft], patientIds: [desk.patientId] },
    });
    const other = { code: 'J1010', codeType: 'CPT' } as const;
    expect(await portal.succeed(codeChangeNotes, { query: other }, admin)).toEqual({ data: [] });
    const blind = await signedInAs(portal, 'Admin');
    await overridePermission(portal, blind.id, 'Dictation.View', false);
    expect((await list(blind)).notes).toMatchObject([{ noteCount: 2 }]);
    expect(await portal.call(codeChangeNotes, { query }, blind)).toMatchObject({ status: 403 });
  });

  it('only counts rules for those who do not manage templates, and refuses to change them', async () => {
    await makeRule('J1030');
    const blind = await signedInAs(portal, 'Admin');
    await overridePermission(portal, blind.id, 'Dictation.ManageTemplates', false);
    const inRule = (await changesOf('J1030')).find((each) => each.rule !== null);
    expect(await list(blind)).toMatchObject({ changeCount: 3, hiddenCount: 1 });
    const body = { date: DATE, items: [{ ...seen(inRule ?? (await change('J1030'))), replaceBy: null }] };
    expect(await portal.call(codeChangeAccept, { body }, blind)).toMatchObject({ status: 409 });
    const staff = await signedInAs(portal, 'Staff');
    expect(await portal.call(codeChangeList, { query: {} }, staff)).toMatchObject({ status: 403 });
  });

  it('compares a large catalog in a few statements', async () => {
    await makeRule('J1030', '64483');
    const { databaseUrl = '' } = portal.deps.config;
    const counter = await startStatementCounter(databaseUrl);
    const counted = await openTestPortal({ sameDatabaseAs: portal, env: { DATABASE_URL: counter.url } });
    try {
      /** The least of several calls: a heartbeat of the portal may come between. */
      const count = async () => {
        const counts: number[] = [];
        for (let turn = 0; turn < 5; turn += 1) {
          counter.take();
          await counted.succeed(codeChangeList, { query: { date: DATE } }, admin);
          counts.push(counter.take().statements);
        }
        return Math.min(...counts);
      };
      const few = await count();
      expect(few).toBeLessThan(15);
      await portal.owner.query(
        `insert into billing_codes (code_type, code, description, line_type, bilateral_indicator)
         select 'CPT', (20000 + n)::text, 'x', 'procedure', 1 from generate_series(1, 1900) n`,
      );
      const { changeCount } = await list();
      expect(changeCount).toBeGreaterThan(1900);
      expect(await count()).toBe(few);
    } finally {
      await counted.close();
      await counter.close();
    }
  });
});
