import { dictationCreate, dictationGet, dictationSign, dictationUpdate } from '@portal/contract/dictations';
import { dictationDelete } from '@portal/contract/dictation-admin';
import { payerLimitCreate, payerLimitNotes } from '@portal/contract/payer-limits';
import { dictationFindings, signingCheckSave } from '@portal/contract/signing-checks';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { auditOf, makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { makeBillingCode } from '#test/template-factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('rules of payers about procedures in a time', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let admin: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    admin = await signedInAs(portal, 'Admin');
    desk = await makeDictationDesk(portal, {
      content: contentOf({ id: 'relief', label: 'Relief', type: 'text' }),
    });
    for (const code of ['62323', '64483', '64493', '64635'])
      await makeBillingCode(portal, code, { codeType: 'CPT' });
    await makeBillingCode(portal, 'M54.16', { codeType: 'ICD10' });
  });
  afterAll(() => portal.close());
  beforeEach(() => portal.owner.query('delete from payer_limits'));

  const rule = (more: object = {}) =>
    portal.succeed(
      payerLimitCreate,
      {
        body: {
          name: 'Lumbar epidural',
          payer: 'Medicare',
          policy: 'L33906',
          codes: '62323, 64483',
          sessions: 1,
          months: 12,
          minimumRelief: 0,
          source: 'LCD L33906',
          lookedUpOn: '2026-11-28',
          isActive: true,
          ...more,
        },
      },
      admin,
    );

  type More = Parameters<typeof noteBody>[1] & { readonly line?: object };
  const write = async (patientId: string, { line, ...more }: More = {}) => {
    const billingCodes = [{ code: '62323', units: 1, diagnosisPointers: ['M54.16'], ...line }, 'M54.16'];
    const body = noteBody(
      { ...desk, patientId },
      { formData: { relief: '' }, status: 'Completed', billingCodes, ...more },
    );
    return (await portal.succeed(dictationCreate, { body }, physician)).id;
  };
  const sign = async (id: string) => {
    await portal.succeed(dictationSign, { params: { id }, body: {} }, physician);
    return id;
  };
  const signed = async (patientId: string, more: More = {}) => sign(await write(patientId, more));
  const found = async (...dictationIds: string[]) =>
    (await portal.succeed(dictationFindings, { body: { dictationIds } }, physician)).flatMap(
      ({ dictationId, findings }) =>
        findings
          .filter(({ check }) => check === 'payerLimit')
          .map((finding) => ({ dictationId, ...finding })),
    );
  const notesOf = (patientId: string, dictationId: string | null = null) =>
    portal.succeed(
      payerLimitNotes,
      { body: { patientId, procedureDate: '2026-11-20', dictationId } },
      physician,
    );

  it('count signed notes of the same patient, with their source', async () => {
    await rule();
    const [one, other] = [(await makePatient(portal)).id, (await makePatient(portal)).id];
    const earlier = await signed(one, { procedureDate: '2026-02-03' });
    const unsigned = await write(one, { procedureDate: '2026-10-01' });
    await signed(one, { procedureDate: '2025-11-20' });
    const [id, ofOther] = [await write(one), await write(other)];
    expect(await found(id, ofOther)).toMatchObject([
      {
        dictationId: id,
        action: 'warn',
        code: '62323',
        lineIndex: 0,
        message:
          'This is the second lumbar epidural session since 02/03/2026. Medicare L33906 pays at most one in 12 months.' +
          ' Not counted: unsigned dictation of 10/01/2026.',
        source: 'Medicare L33906, looked up on 11/28/2026',
      },
    ]);
    expect((await auditOf(portal, 'Dictation', null)).at(-1)).toMatchObject({
      action: 'Accessed',
      new_values: {
        dictationIds: [id, ofOther],
        otherDictationIds: expect.arrayContaining([earlier, unsigned]),
      },
    });
  });

  it('do nothing while they are off, on other days, or for other codes', async () => {
    const patientId = (await makePatient(portal)).id;
    await rule({ isActive: false });
    await rule({ policy: 'Ended', validTo: '2026-11-19' });
    await rule({ policy: 'Other', codes: '20610' });
    await signed(patientId, { procedureDate: '2026-02-03' });
    const id = await write(patientId);
    expect(await found(id)).toEqual([]);
    expect(await notesOf(patientId, id)).toEqual([]);
  });

  it('leave out removed notes and no-shows', async () => {
    await rule();
    const patientId = (await makePatient(portal)).id;
    const removed = await write(patientId, { procedureDate: '2026-02-03' });
    await portal.succeed(dictationDelete, { params: { id: removed } }, admin);
    await write(patientId, { procedureDate: '2026-03-03', billingOption: 'noshow-patient' });
    expect(await notesOf(patientId)).toEqual([]);
  });

  it('read the relief after earlier sessions', async () => {
    await rule({
      name: 'Lumbar ablation',
      codes: '64635',
      sessions: 2,
      months: 0,
      earlierCodes: '64493',
      earlierModifier: 'KX',
      minimumRelief: 80,
    });
    const patientId = (await makePatient(portal)).id;
    const line = { code: '64493', modifiers: 'KX' };
    await signed(patientId, { procedureDate: '2024-02-03', line, formData: { relief: '90%' } });
    const second = await write(patientId, { procedureDate: '2026-03-03', line, formData: { relief: '70%' } });
    const id = await write(patientId, { line: { code: '64635' } });
    const first =
      'Medicare L33906 pays for lumbar ablation after two sessions of 64493 with modifier KX and at least 80% relief. ';
    await sign(second);
    expect(await found(id)).toMatchObject([{ message: `${first}Found: 02/03/2024.` }]);
    await signed(patientId, { procedureDate: '2026-04-03', line, formData: { relief: '85' } });
    expect(await found(id)).toEqual([]);
  });

  it('prevent signing if administrators choose that', async () => {
    await rule();
    const patientId = (await makePatient(portal)).id;
    await signed(patientId, { procedureDate: '2026-02-03' });
    const id = await write(patientId);
    const choose = (action: 'warn' | 'block') =>
      portal.succeed(signingCheckSave, { body: { checks: [{ check: 'payerLimit', action }] } }, admin);
    await choose('block');
    expect(await portal.call(dictationSign, { params: { id }, body: {} }, physician)).toMatchObject({
      status: 400,
      error: { errors: { billingCodes: [expect.stringContaining('second lumbar epidural session')] } },
    });
    await choose('warn');
    await sign(id);
    expect(await portal.succeed(dictationGet, { params: { id } }, physician)).toMatchObject({
      status: 'Signed',
    });
  });

  it('list the notes that count for the editor, which is audited for the patient', async () => {
    await rule();
    const patientId = (await makePatient(portal)).id;
    const earlier = await signed(patientId, {
      procedureDate: '2026-02-03',
      line: { modifiers: 'LT' },
      formData: { relief: '60%' },
    });
    const open = await write(patientId, { procedureDate: '2026-11-20' });
    const id = await write(patientId);
    await signed(patientId, { procedureDate: '2025-11-20' });
    expect(await notesOf(patientId, id)).toEqual([
      {
        dictationId: earlier,
        procedureDate: '2026-02-03',
        isSigned: true,
        lines: [{ code: '62323', modifiers: 'LT' }],
        relief: '60%',
      },
      {
        dictationId: open,
        procedureDate: '2026-11-20',
        isSigned: false,
        lines: [{ code: '62323', modifiers: '' }],
        relief: null,
      },
    ]);
    expect((await auditOf(portal, 'Dictation', null)).at(-1)).toMatchObject({
      action: 'Accessed',
      patient_id: patientId,
      new_values: { dictationIds: [earlier, open] },
    });
  });

  it('count a note that was just signed', async () => {
    await rule();
    const patientId = (await makePatient(portal)).id;
    const earlier = await write(patientId, { procedureDate: '2026-02-03' });
    const id = await write(patientId);
    expect(await found(id)).toEqual([]);
    await sign(earlier);
    expect(await found(id)).toHaveLength(1);
    const { version } = await portal.succeed(dictationGet, { params: { id } }, physician);
    const { templateId: _template, ...moved } = noteBody(
      { ...desk, patientId },
      { procedureDate: '2026-01-15', formData: { relief: '' }, billingCodes: ['62323'] },
    );
    await portal.succeed(dictationUpdate, { params: { id }, body: { ...moved, version } }, physician);
    expect(await found(id)).toEqual([]);
  });
});
