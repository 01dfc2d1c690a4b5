import { officialCodes } from '@portal/contract/code-check';
import { dictationCreate, dictationSign } from '@portal/contract/dictations';
import { dictationFindings } from '@portal/contract/signing-checks';
import { contentOf } from '@portal/domain/template/test/content-of';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadedCodeFile } from '#test/code-file-factories.ts';
import { makeDictationDesk, noteBody, type DictationDesk } from '#test/dictation-factories.ts';
import { makePatient, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { makeBillingCode } from '#test/template-factories.ts';

const FROM = '2026-10-01';

describe('findings from official files', () => {
  let portal: TestPortal;
  let physician: SignedInUser;
  let colleague: SignedInUser;
  let desk: DictationDesk;
  beforeAll(async () => {
    portal = await openTestPortal();
    physician = await signedInAs(portal, 'ProviderPhysician');
    colleague = await signedInAs(portal, 'ProviderPhysician');
    desk = await makeDictationDesk(portal, { content: contentOf({ id: 'findings' }) });
    for (const code of ['64483', '77003', 'J1030', '64450'])
      await makeBillingCode(portal, code, { codeType: 'CPT' });
    await makeBillingCode(portal, 'M54.16', { codeType: 'ICD10' });
    const facts = { description: 'Injection', isModifier: false, coverage: 'D', action: 'N' };
    await loadedCodeFile(portal, {
      kind: 'hcpcs',
      from: FROM,
      rows: [{ code: 'J1030', validFrom: '1982-01-01', validTo: '2024-03-31', facts }],
    });
    await loadedCodeFile(portal, {
      kind: 'mue',
      from: FROM,
      rows: [{ code: '64450', facts: { units: 1, adjudication: 2, rationale: 'CMS Policy' } }],
    });
    await loadedCodeFile(portal, {
      kind: 'ptp',
      from: FROM,
      pairs: [{ column1: '64483', column2: '77003' }],
    });
  });
  afterAll(() => portal.close());

  const write = async (patientId: string, ...billingCodes: string[]) => {
    const body = noteBody({ ...desk, patientId }, { formData: {}, status: 'Completed', billingCodes });
    return (await portal.succeed(dictationCreate, { body }, physician)).id;
  };
  const findings = async (id: string) =>
    (await portal.succeed(dictationFindings, { body: { dictationIds: [id] } }, physician)).flatMap(
      ({ findings: found }) => found.map(({ check, code, source }) => `${check} ${code}: ${source}`),
    );

  it('prevent signing a code that had ended on the day', async () => {
    const { id: patientId } = await makePatient(portal);
    const id = await write(patientId, 'J1030', 'M54.16');
    expect(await findings(id)).toContain('codeDates J1030: CMS, HCPCS Level II, edition from 10/01/2026');
    expect(await portal.call(dictationSign, { params: { id }, body: {} }, physician)).toMatchObject({
      status: 400,
      error: { message: 'Correct this before you sign: J1030: Ended 03/31/2024. Use J1010.' },
    });
  });

  it('count the provider’s other dictations of the day, not those of colleagues', async () => {
    const { id: patientId } = await makePatient(portal);
    const first = await write(patientId, '64450', '64483', 'M54.16');
    const second = await write(patientId, '64450', '77003', 'M54.16');
    const pairs = 'CMS, NCCI pairs of procedures, edition from 10/01/2026';
    const units = 'CMS, NCCI unit limits (MUE), edition from 10/01/2026';
    expect(await findings(first)).toEqual([`includedGuidance 64483: ${pairs}`, `manyUnits 64450: ${units}`]);
    expect(await findings(second)).toEqual([`includedGuidance 77003: ${pairs}`, `manyUnits 64450: ${units}`]);
    await portal.owner.query('update dictations set provider_id = $1 where id = $2', [colleague.id, second]);
    expect(await findings(first)).toEqual([]);
  });

  it('are known to the editor', async () => {
    const body = { date: '2026-11-23', codes: ['64483', '77003', '64450', 'M54.16'] };
    expect(await portal.succeed(officialCodes, { body }, physician)).toMatchObject({
      editions: [{ kind: 'hcpcs' }, { kind: 'mue' }, { kind: 'ptp', validFrom: FROM, validTo: null }],
      codes: [{ code: '64483' }, { code: '77003' }, { code: '64450', mue: { units: 1 } }, { icd10: null }],
      pairs: [{ column1: '64483', column2: '77003', indicator: 1 }],
    });
    expect(await portal.call(officialCodes, { body: { ...body, codes: [] } }, physician)).toMatchObject({
      status: 400,
    });
  });
});
