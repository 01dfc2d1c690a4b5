import {
  dictationBatchStatus,
  dictationCreate,
  dictationGet,
  dictationSign,
  dictationUpdate,
} from '@portal/contract/dictations';
import { draftSave } from '@portal/contract/dictation-drafts';
import { groupCreate, groupSignAll } from '@portal/contract/dictation-groups';
import {
  checkedCodes,
  dayLines,
  dictationFindings,
  dictationUseSide,
  suggestionSettingsGet,
  suggestionSettingsSave,
} from '@portal/contract/signing-checks';
import { addDays } from '@portal/domain/calendar';
import { todayIn } from '@portal/domain/date';
import { contentOf } from '@portal/domain/template/test/content-of';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { makeBillingCode } from '#test/template-factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const CONTENT = contentOf({
  id: 'side',
  label: 'Side',
  type: 'radio',
  options: ['Left', 'Right', 'Bilateral'],
});

const withErrors = z.object({ error: z.object({ errors: z.record(z.string(), z.array(z.string())) }) });
const errorsOf = (answer: unknown) => withErrors.safeParse(answer).data?.error.errors ?? {};

const billed = (modifiers: string) => [{ code: '64483', modifiers }, 'M54.16'];

describe('billing codes before signing', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'Admin');
    desk = await makeDictationDesk(portal, { content: CONTENT });
    for (const code of ['64483', '99213', '20610']) await makeBillingCode(portal, code, { codeType: 'CPT' });
    for (const code of ['M54.16', 'M17.11']) await makeBillingCode(portal, code, { codeType: 'ICD10' });
    await makeBillingCode(portal, '64999', { codeType: 'CPT', isActive: false });
  });
  afterAll(() => portal.close());

  /** A note of another patient each, so that notes of a day do not meet. */
  const write = async (more: Parameters<typeof noteBody>[1] = {}) => {
    const patientId = more.patientId ?? (await makePatient(portal)).id;
    const body = noteBody(
      { ...desk, patientId },
      { formData: { side: 'Left' }, status: 'Completed', ...more },
    );
    return (await portal.succeed(dictationCreate, { body }, physician)).id;
  };
  const findings = async (...dictationIds: string[]) =>
    (await portal.succeed(dictationFindings, { body: { dictationIds } }, physician)).flatMap(
      ({ findings: found }) => found.map(({ check, action, code }) => `${check} ${action} ${code}`),
    );
  const sign = (id: string) => portal.call(dictationSign, { params: { id }, body: {} }, physician);

  it('prevent signing 50 on a one-sided note, wherever it is signed', async () => {
    const id = await write({ billingCodes: billed('50') });
    expect(await findings(id)).toEqual(['oneSided50 block 64483']);
    const message =
      'Correct this before you sign: 64483 has modifier 50, but the side is left. Payers expect LT.';
    expect(await sign(id)).toMatchObject({ status: 400, error: { message } });
    const group = await portal.succeed(groupCreate, { body: { dictationIds: [id] } }, physician);
    expect(await portal.call(groupSignAll, { params: { id: group.id } }, physician)).toMatchObject({
      status: 400,
      error: { message },
    });
    const draft = await write({ billingCodes: billed('50'), status: 'Saved' });
    const batch = { dictationIds: [draft], newStatus: 'Completed' as const };
    await portal.succeed(dictationBatchStatus, { body: batch }, physician);
    expect(await sign(draft)).toMatchObject({ status: 400, error: { message } });
  });

  it('use the side with one call, which is audited and repeatable only once', async () => {
    const id = await write({ billingCodes: billed('50,59') });
    const use = (version: number, lineIndex = 0, user = physician) =>
      portal.call(dictationUseSide, { params: { id }, body: { version, lineIndex } }, user);
    expect(await use(1, 1)).toMatchObject({ status: 409 });
    expect(await use(7)).toMatchObject({ status: 409, error: { code: 'STALE' } });
    expect(await use(1)).toMatchObject({
      status: 200,
      body: { version: 2, billingCodes: [{ code: '64483', modifiers: 'LT,59' }, { code: 'M54.16' }] },
    });
    expect((await auditOf(portal, 'Dictation', id)).at(-1)).toMatchObject({
      action: 'Updated',
      user_id: physician.id,
      old_values: { billingCodes: ['64483-50,59', 'M54.16'] },
      new_values: { billingCodes: ['64483-LT,59', 'M54.16'] },
    });
    expect(await use(2)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    expect(await findings(id)).toEqual([]);
    expect(await sign(id)).toMatchObject({ status: 200 });
    expect(await use(3)).toMatchObject({ status: 409 });
  });

  it('use the side once, of forty calls at once', async () => {
    const id = await write({ billingCodes: billed('50') });
    const use = () =>
      portal.call(dictationUseSide, { params: { id }, body: { version: 1, lineIndex: 0 } }, physician);
    const statuses = (await Promise.all(Array.from({ length: 40 }, use))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 39 }, () => 409)]);
    const updates = (await auditOf(portal, 'Dictation', id)).filter(({ action }) => action === 'Updated');
    expect(updates).toHaveLength(1);
  });

  it('prevent signing codes that are invented, deleted or inactive', async () => {
    const invented = await write({ billingCodes: ['99999', 'BOGUS1', 'M54.16'] });
    expect(await findings(invented)).toEqual(['unknownCode block 99999', 'unknownCode block BOGUS1']);
    expect(await sign(invented)).toMatchObject({ status: 400 });
    const gone = await makeBillingCode(portal, '64400', { codeType: 'CPT' });
    const deleted = await write({ billingCodes: ['64400', 'M54.16'] });
    await portal.owner.query('update dictation_codes set billing_code_id = null where billing_code_id = $1', [
      gone,
    ]);
    await portal.owner.query('delete from billing_codes where id = $1', [gone]);
    expect(await findings(deleted)).toEqual(['unknownCode block 64400']);
    const old = await makeBillingCode(portal, '64405', { codeType: 'CPT' });
    const inactive = await write({ billingCodes: ['64405', 'M54.16'] });
    await portal.owner.query('update billing_codes set is_active = false where id = $1', [old]);
    expect(await findings(inactive)).toEqual(['unknownCode block 64405']);
    expect(await sign(inactive)).toMatchObject({ status: 400 });
    const heading = await write({ billingCodes: ['M17'] });
    expect(await findings(heading)).toEqual(['unknownCode block M17']);
  });

  it('tell the editor what they know about codes', async () => {
    const codes = [
      { codeType: 'CPT', code: '64483' },
      { codeType: 'CPT', code: '64999' },
      { codeType: 'CPT', code: '99999' },
      { codeType: 'ICD10', code: 'm17' },
    ] as const;
    const known = await portal.succeed(checkedCodes, { body: { codes: [...codes] } }, physician);
    expect(known.map(({ code, catalog: { status, longerCode } }) => [code, status, longerCode])).toEqual([
      ['64483', 'active', null],
      ['64999', 'inactive', null],
      ['99999', 'missing', null],
      ['M17', 'missing', 'M17.11'],
    ]);
  });

  it('look at the other dictations of the patient and day, and say so in the audit log', async () => {
    const { id: patientId } = await makePatient(portal);
    const visit = await write({ patientId, billingCodes: ['99213', 'M54.16'], formData: {} });
    expect(await findings(visit)).toEqual([]);
    const procedure = await write({ patientId, billingCodes: billed('LT') });
    await write({ patientId, billingCodes: ['99213'], procedureDate: '2026-11-19', formData: {} });
    expect(await findings(visit)).toEqual(['visit25 warn 99213']);
    expect((await auditOf(portal, 'Dictation', null)).at(-1)).toMatchObject({
      action: 'Accessed',
      new_values: { dictationIds: [visit], otherDictationIds: [procedure] },
    });
    expect(await findings(procedure)).toEqual(['visit25 warn 64483']);
    const body = { patientId, procedureDate: '2026-11-20', dictationId: visit };
    expect(await portal.succeed(dayLines, { body }, physician)).toEqual([
      { code: '64483', modifiers: 'LT', lineType: 'procedure', units: 1, providerId: physician.id },
    ]);
    expect((await auditOf(portal, 'Dictation', null)).at(-1)).toMatchObject({
      action: 'Accessed',
      patient_id: patientId,
      new_values: { dictationIds: [procedure] },
    });
  });

  it('suggest 50 or the side on a one-sided note, as administrators choose', async () => {
    const get = () => portal.succeed(suggestionSettingsGet, {}, physician);
    expect(await get()).toEqual({ oneSidedModifier: '50' });
    const save = (user: SignedInUser) =>
      portal.call(suggestionSettingsSave, { body: { oneSidedModifier: 'side' } }, user);
    expect(await save(physician)).toMatchObject({ status: 403 });
    expect(await save(admin)).toMatchObject({ status: 200 });
    expect(await get()).toEqual({ oneSidedModifier: 'side' });
    expect((await auditOf(portal, 'System', null)).at(-1)).toMatchObject({
      old_values: { 'suggestions.oneSidedModifier': '50' },
      new_values: { 'suggestions.oneSidedModifier': 'side' },
    });
  });

  const autosave = (procedureDate: string) =>
    portal.call(
      draftSave,
      {
        params: { id: '00000000-0000-7000-8000-00000000000a' },
        body: {
          dictationId: null,
          templateId: desk.templateId,
          templateVersion: 1,
          baseVersion: null,
          revision: 0,
          editorId: '00000000-0000-7000-8000-00000000000b',
          content: {
            patientId: desk.patientId,
            procedureDate,
            procedureLocation: '',
            providerId: null,
            locationId: null,
            formData: {},
            editedFields: [],
            billingCodes: null,
            billingOption: 'standard',
            complications: '',
            createKey: 'k',
          },
        },
      },
      physician,
    );
  const today = () => todayIn(portal.deps.config.practice.timeZone, portal.clock.now());
  describe('and its day', () => {
    it('may be up to 60 days ahead, but is signed only when it has come', async () => {
      const id = await write({ procedureDate: addDays(today(), 1), billingCodes: [] });
      expect(await findings(id)).toEqual(['procedureDay block null']);
      const refused = await sign(id);
      expect(refused).toMatchObject({ status: 400 });
      expect(Object.keys(errorsOf(refused))).toEqual(['procedureDate']);
      await write({ procedureDate: addDays(today(), 60), billingCodes: [] });
    });

    it.each([
      ['more than 60 days ahead', () => addDays(today(), 61), 'Procedure date can be at most 60 days ahead'],
      ['in 2062', () => '2062-01-01', 'Procedure date can be at most 60 days ahead'],
      ['in the year 9999', () => '9999-12-31', 'Procedure date must be in a plausible year'],
      ['in the year 1', () => '0001-01-01', 'Procedure date must be in a plausible year'],
      [
        'before the patient’s birth',
        () => '1950-06-01',
        'Procedure date cannot be before the patient was born',
      ],
    ])('is refused %s, in drafts too', async (_when, day, message) => {
      const { id: patientId } = await makePatient(portal, { dateOfBirth: '1950-06-02' });
      const id = await write({ patientId, billingCodes: [], status: 'Draft' });
      for (const status of ['Draft', 'Completed'] as const) {
        const body = noteBody({ ...desk, patientId }, { procedureDate: day(), status, formData: {} });
        const created = await portal.call(dictationCreate, { body }, physician);
        expect(created).toMatchObject({ status: 400 });
        expect(errorsOf(created)['procedureDate']?.[0]).toContain(message);
        const { templateId: _template, ...fields } = body;
        const change = { ...fields, status: 'Draft' as const };
        const changed = await portal.call(dictationUpdate, { params: { id }, body: change }, physician);
        expect(errorsOf(changed)['procedureDate']?.[0]).toContain(message);
      }
    });

    it('does not prevent other changes of a dictation that has such a day already', async () => {
      const { id: patientId } = await makePatient(portal, { dateOfBirth: '1990-06-02' });
      const id = await write({ patientId, billingCodes: [], status: 'Draft' });
      await portal.owner.query(`update dictations set procedure_date = '1980-01-01' where id = $1`, [id]);
      const { templateId: _template, ...body } = noteBody(
        { ...desk, patientId },
        { procedureDate: '1980-01-01', formData: { side: 'Right' } },
      );
      await portal.succeed(dictationUpdate, { params: { id }, body }, physician);
      expect(await portal.succeed(dictationGet, { params: { id } }, physician)).toMatchObject({
        formData: { side: 'Right' },
      });
      expect(await findings(id)).toEqual(['procedureDay block null', 'oldDay warn null']);
    });

    it('is refused in an autosaved draft only when it is complete and impossible', async () => {
      expect(await autosave('9999-12-31')).toMatchObject({ status: 400 });
      expect(await autosave('0001-01-01')).toMatchObject({ status: 400 });
      expect(await autosave('11/2')).toMatchObject({ status: 200 });
      expect(await autosave('2026-11-20')).toMatchObject({ status: 200 });
    });
  });
});
