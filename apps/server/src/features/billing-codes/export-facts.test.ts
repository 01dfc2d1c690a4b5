import {
  billingCodeCreate,
  billingCodeExport,
  billingCodeImportPreview,
} from '@portal/contract/billing-codes';
import { parseCodeTable } from '@portal/domain/billing-code-import';
import { readCodeText } from '@portal/domain/billing-code-layout';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadedCodeFile } from '#test/code-file-factories.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

let portal: TestPortal;
let admin: SignedInUser;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await signedInAs(portal, 'Admin');
});
afterAll(() => portal.close());

it('exports what the official files say today, and an import of the same file changes nothing', async () => {
  for (const [codeType, code] of [
    ['CPT', '64483'],
    ['ICD10', 'M54.16'],
  ] as const)
    await portal.succeed(billingCodeCreate, { body: { codeType, code, description: 'Fnord' } }, admin);
  await loadedCodeFile(portal, {
    kind: 'mue',
    from: '2020-01-01',
    rows: [{ code: '64483', facts: { units: 1, adjudication: 2, rationale: 'CMS policy' } }],
  });
  await loadedCodeFile(portal, {
    kind: 'icd10',
    from: '2020-10-01',
    rows: [{ code: 'M54.16', facts: { description: 'Radiculopathy', isBillable: true } }],
  });
  // Two parts of an edition, and an earlier one.
  await loadedCodeFile(portal, {
    kind: 'ptp',
    from: '2020-01-01',
    pairs: [{ column1: '64483', column2: '20550' }],
  });
  await loadedCodeFile(portal, {
    kind: 'ptp',
    from: '2020-04-01',
    pairs: [
      { column1: '64483', column2: '77003' },
      { column1: '64483', column2: '96372', indicator: 9 },
      { column1: '20610', column2: '77003' },
    ],
  });
  await loadedCodeFile(portal, {
    kind: 'ptp',
    from: '2020-04-01',
    pairs: [
      { column1: '20610', column2: '64483' },
      { column1: '20611', column2: '64483', validTo: '2020-12-31' },
    ],
  });
  const { blob } = await portal.succeed(billingCodeExport, { body: { searchTerm: 'fnord' } }, admin);
  const text = await blob.text();
  expect(text.trim().split('\r\n').slice(1)).toEqual([
    'CPT,64483,Fnord,,true,procedure,1,,,true,none,none,,,,,,,,,,1,day,2020-01-01,,,2,2020-04-01',
    'ICD10,M54.16,Fnord,,true,other,9,,,true,none,none,,,,true,2020-10-01,,,,,,,,,,,',
  ]);
  const table = parseCodeTable(readCodeText(text));
  if ('error' in table) throw new Error(table.error);
  const body = table.rows.map(({ row }) => row);
  expect(await portal.succeed(billingCodeImportPreview, { body }, admin)).toMatchObject({
    unchanged: 2,
    inserted: 0,
    updated: 0,
    failed: 0,
  });
});
