import { createHash, randomUUID } from 'node:crypto';
import { dictationCreate, dictationGet, dictationSign, dictationUpdate } from '@portal/contract/dictations';
import { dictationFindings, signingCheckSave } from '@portal/contract/signing-checks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '#audit/chain.ts';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { contentHash } from './content-hash.ts';

describe('units and diagnoses of billing lines', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let desk: DictationDesk & { readonly providerId: string };
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    desk = { ...(await makeDictationDesk(portal)), providerId: physician.id };
    // The lines have codes that no catalog describes.
    const checks = [{ check: 'unknownCode' as const, action: 'warn' as const }];
    await portal.succeed(signingCheckSave, { body: { checks } }, await signedInAs(portal, 'Admin'));
  });
  afterAll(() => portal.close());

  type Codes = NonNullable<Parameters<typeof noteBody>[1]>['billingCodes'];
  const body = (billingCodes: Codes) => noteBody(desk, { status: 'Completed', billingCodes });
  const create = (billingCodes: Codes) =>
    portal.succeed(dictationCreate, { body: body(billingCodes) }, physician);
  const messageOf = async (billingCodes: unknown) => {
    const answer = await portal.raw({
      method: 'POST',
      url: '/api/dictation',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      payload: JSON.stringify({ ...body([]), billingCodes }),
      token: physician.token,
    });
    return [answer.status, JSON.stringify(answer.body)].join(' ');
  };
  /** The hash that a dictation had when hashes covered version 1. */
  const firstVersion = (note: Awaited<ReturnType<typeof create>>) =>
    note.signature === null ? '' : contentHash(note, { ...note.signature, hashVersion: 1 }).toString('hex');
  const hashed = (note: Awaited<ReturnType<typeof create>>, lines: unknown) => {
    const { signature } = note;
    const signed = [
      note.id,
      note.templateId,
      note.templateVersion,
      note.patientId,
      note.providerId,
      note.locationId,
      note.procedureLocation,
      note.procedureDate,
      note.formData,
      note.billingOption,
      note.complications,
      lines,
      signature?.name,
      signature?.title,
      signature?.signedAt,
    ];
    return createHash('sha256').update(canonicalJson(signed)).digest('hex');
  };
  const sign = (id: string) => portal.succeed(dictationSign, { params: { id }, body: {} }, physician);

  it('are 1 and the first four diagnoses unless sent', async () => {
    const codes = ['M54.16', 'M54.17', 'M51.16', 'M47.816', 'G89.4', '64483'];
    const { billingCodes } = await create(codes);
    expect(billingCodes.at(-1)).toMatchObject({ units: 1, diagnosisPointers: codes.slice(0, 4) });
    expect(billingCodes[0]).toMatchObject({ units: 1, diagnosisPointers: [] });
  });

  it('are stored in their order, and change with an update', async () => {
    const note = await create([
      { code: 'J1100', units: 10, diagnosisPointers: ['m5417', 'M54.16'] },
      'M54.16',
      'M54.17',
    ]);
    expect(note.billingCodes[0]).toMatchObject({ units: 10, diagnosisPointers: ['M54.17', 'M54.16'] });
    const { templateId: _template, ...fields } = body(['J1100', 'M54.16', 'M54.17']);
    const changed = await portal.succeed(
      dictationUpdate,
      { params: { id: note.id }, body: { ...fields, version: note.version } },
      physician,
    );
    expect(changed.billingCodes[0]).toMatchObject({ units: 1, diagnosisPointers: ['M54.16', 'M54.17'] });
    expect(changed.version).toBe(note.version + 1);
  });

  const JOINTS = [
    { code: '20610', modifiers: 'RT', diagnosisPointers: ['M17.11'] },
    { code: '20610', modifiers: '59', diagnosisPointers: ['M19.012'] },
  ];
  const textsOf = ({ billingCodes }: Awaited<ReturnType<typeof create>>) =>
    billingCodes.map(({ code, modifiers, units, diagnosisPointers }) =>
      [code, modifiers, units, ...diagnosisPointers].join(' '),
    );

  it('stay apart for two joints, through updates, reordering, and signing', async () => {
    const note = await create([...JOINTS, { code: '20610', modifiers: 'RT', units: 2 }, 'M17.11', 'M19.012']);
    const joints = ['20610 RT 1 M17.11', '20610 59 1 M19.012'];
    const diagnoses = ['M17.11  1', 'M19.012  1'];
    expect(textsOf(note)).toEqual([...joints, '20610 RT 2 M17.11 M19.012', ...diagnoses]);
    const { templateId: _template, ...fields } = body(['M17.11', 'M19.012', ...JOINTS.toReversed()]);
    const update = (version: number) =>
      portal.succeed(dictationUpdate, { params: { id: note.id }, body: { ...fields, version } }, physician);
    const turned = await update(note.version);
    expect(textsOf(turned)).toEqual([...diagnoses, ...joints.toReversed()]);
    // The same save again changes nothing.
    expect(await update(note.version)).toEqual(turned);
    const signed = await sign(note.id);
    expect(textsOf(signed)).toEqual(textsOf(turned));
    expect(firstVersion(signed)).toBe(
      hashed(signed, [
        ...signed.billingCodes.slice(0, 2).map((line) => [line.codeType, line.code, line.description, '']),
        ['CPT', '20610', '', '59', 1, ['M19.012']],
        ['CPT', '20610', '', 'RT', 1, ['M17.11']],
      ]),
    );
  });

  it('with the same modifiers and diagnoses twice are kept and found', async () => {
    const note = await create(['20610', '20610', { code: '20610', modifiers: '50' }, 'M54.16']);
    expect(textsOf(note)).toHaveLength(4);
    const [found] = await portal.succeed(dictationFindings, { body: { dictationIds: [note.id] } }, physician);
    expect(found?.findings.filter(({ check }) => check === 'duplicateLine')).toMatchObject([
      {
        check: 'duplicateLine',
        code: '20610',
        lineIndex: 1,
        message: '20610 is there twice with the same modifiers and diagnoses.',
      },
    ]);
  });

  it('that are not known are kept, printed as such, and prevent signing whatever is set', async () => {
    const note = await create([{ code: 'J9998', units: null, modifiers: '' }, '64483', 'M54.16']);
    expect(note.billingCodes.map(({ units }) => units)).toEqual([null, 1, 1]);
    const message = 'The units of J9998 are not known. Correct the dose, or enter the units.';
    const refused = await portal.call(dictationSign, { params: { id: note.id }, body: {} }, physician);
    expect(refused).toMatchObject({ status: 400, error: { errors: { billingCodes: [message] } } });
    const admin = await signedInAs(portal, 'Admin');
    const checks = [{ check: 'units' as const, action: 'warn' as const }];
    expect(await portal.call(signingCheckSave, { body: { checks } }, admin)).toMatchObject({ status: 400 });
    const { templateId: _template, ...fields } = noteBody(desk, {
      status: 'Completed',
      billingCodes: [{ code: 'J9998', units: 4 }, '64483', 'M54.16'],
    });
    await portal.succeed(
      dictationUpdate,
      { params: { id: note.id }, body: { ...fields, version: note.version } },
      physician,
    );
    expect((await sign(note.id)).billingCodes.map(({ units }) => units)).toEqual([4, 1, 1]);
  });

  it.each([0, 1.5, -1, 10_000, '2'])('refuse %s units and store nothing', async (units) => {
    expect(await messageOf([{ code: 'J1100', units }])).toMatch(
      /^400 .*Units must be a whole number from 1 to 999/u,
    );
  });

  it('refuse diagnoses that the dictation does not have, and more than four', async () => {
    expect(await messageOf([{ code: '64483', diagnosisPointers: ['M54.16'] }])).toContain(
      '64483 points to M54.16, which is not a diagnosis of this dictation',
    );
    const five = ['M54.16', 'M54.17', 'M51.16', 'M47.816', 'G89.4'];
    expect(await messageOf([...five, { code: '64483', diagnosisPointers: five }])).toContain(
      'A line can point to at most 4 diagnoses',
    );
  });

  it('of earlier dictations leave their signature hash as it was', async () => {
    const note = await create([{ code: '64483', modifiers: 'LT' }, 'M54.16']);
    const signed = await sign(note.id);
    const lines = signed.billingCodes.map((line) => [
      line.codeType,
      line.code,
      line.description,
      line.modifiers,
    ]);
    expect(firstVersion(signed)).toBe(hashed(signed, lines));
  });

  it('are signed', async () => {
    const note = await create([{ code: 'J1100', units: 10, diagnosisPointers: [] }, 'M54.16']);
    const signed = await sign(note.id);
    const { description } = signed.billingCodes[1] ?? { description: '' };
    expect(firstVersion(signed)).toBe(
      hashed(signed, [
        ['CPT', 'J1100', '', '', 10, []],
        ['ICD10', 'M54.16', description, ''],
      ]),
    );
    await expect(
      portal.deps.db
        .updateTable('dictation_codes')
        .set({ units: 9 })
        .where('dictation_id', '=', note.id)
        .execute(),
    ).rejects.toThrow('the codes of a signed dictation do not change');
    expect(await portal.succeed(dictationGet, { params: { id: note.id } }, physician)).toEqual(signed);
  });
});
