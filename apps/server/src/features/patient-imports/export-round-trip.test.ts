import { importedPatient, patientExport, type NewPatient } from '@portal/contract/patients';
import { US_STATES } from '@portal/domain/address';
import { CsvReader } from '@portal/domain/csv-reader';
import { guessColumns } from '@portal/domain/patient-import/columns';
import { COVERAGE_FIELDS } from '@portal/domain/patient-import/coverage';
import { textOfFormula } from '@portal/domain/patient-import/spreadsheet';
import { optionalCell } from '@portal/domain/patient-import/values';
import { cleanSingleLine } from '@portal/domain/text';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '#db/open-transaction.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { endImport } from './import-repo.ts';
import { insertPatients } from './rows/imported-patient-repo.ts';
import { newPatients } from './rows/new-patients.ts';
import { startImport } from './run-import.ts';
import { importFile } from './test/import-desk.ts';

let portal: TestPortal;
let admin: SignedInUser;
let importId: string;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await signedInAs(portal, 'Admin');
  const started = await startImport(portal.deps, {
    fileName: 'patients.csv',
    fileHash: Buffer.alloc(32),
    updates: null,
  });
  importId = started.id;
  await transact(portal.deps.db, (tx) => endImport(tx, importId, 'Finished', portal.deps.clock.now()));
});
afterAll(() => portal.close());

const PIECES = [
  ...Array.from(' \n\t\u00A0\',;"-=+@＝.'),
  'Ann',
  "O'Neil",
  'José',
  'e\u0301',
  '王小明',
  'مريم',
  'Ольга',
  '👩‍⚕️',
  'Jr.',
  '5',
  '1/2',
];
/** What a spreadsheet, a reader of CSV or a name could stumble over. Texts that only say "none", or are text as a formula, are no value. */
const text = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
  .map((pieces) => cleanSingleLine(pieces.join('')))
  .filter((value) => optionalCell(value) !== '' && textOfFormula(value) === value);
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  firstName: text,
  lastName: text,
  dateOfBirth: fc
    .date({ min: new Date('1930-01-02'), max: new Date('2025-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10))
    .filter((day) => !day.endsWith('-01-01')),
  // No export has them.
  socialSecurityNumber: fc.constant(null),
  state: fc.constantFrom(...US_STATES.map(({ code }) => code)),
  formerCoverage: fc
    .record(
      Object.fromEntries(
        COVERAGE_FIELDS.map((name) => [
          name,
          /date/i.test(name) ? fc.constantFrom('1950-03-04', 'about 1950') : text,
        ]),
      ),
      { requiredKeys: [] },
    )
    .filter((coverage) => Object.keys(coverage).length > 0),
};
/** For all other fields: what their schema accepts of these values, so that a new field joins. */
const ANY: readonly (readonly [RegExp, fc.Arbitrary<unknown>])[] = [
  [/^gender$/, fc.constantFrom('Male', 'Female', 'Other')],
  [/zip/i, fc.constantFrom('02139', '10001', '02139-1234')],
  [/phone/i, fc.constantFrom('4105550123', '14105550124', '4105550125007', '2125550100')],
  [/email/i, fc.constantFrom('ann@example.org', "o'neil+x@example.org", '+a@example.org', "'-b@example.org")],
  [/^is/, fc.boolean()],
  [/date/i, fc.constantFrom('2026-01-02', '2026-10-11')],
  [/./, text],
];

/** An import makes who has died inactive. */
function consistent(values: Record<string, unknown>): Record<string, unknown> {
  const isDeceased = values['isDeceased'] === true || typeof values['dateOfDeath'] === 'string';
  return isDeceased ? { ...values, isDeceased, isActive: false } : values;
}

const patient: fc.Arbitrary<NewPatient> = fc
  .record(
    Object.fromEntries(
      Object.entries(importedPatient.shape).map(([name, schema]) => {
        const known = VALUES[name] ?? ANY.find(([pattern]) => pattern.test(name))?.[1] ?? text;
        const accepts = (value: unknown) => schema.safeParse(value).success;
        if (!fc.sample(known, 100).some(accepts)) throw new Error(`no value is known for ${name}`);
        const values = known.filter(accepts);
        const isOptional = schema.safeParse(null).success;
        return [name, isOptional ? fc.option(values) : values];
      }),
    ),
  )
  .map((values) => importedPatient.parse(consistent(values)));
/** Nobody is a likely duplicate of another one. */
const practice = fc
  .uniqueArray(patient, { minLength: 1, maxLength: 40, selector: ({ dateOfBirth }) => dateOfBirth })
  .map((patients) => {
    const numbers = patients.map(({ formerMrn }) => formerMrn);
    return patients.filter(
      ({ formerMrn }, index) => formerMrn === null || numbers.indexOf(formerMrn) === index,
    );
  });

const store = (patients: readonly NewPatient[]) =>
  transact(portal.deps.db, async (tx) => {
    const added = await newPatients(tx, portal.deps.keys, patients);
    await insertPatients(
      tx,
      importId,
      added.map(({ row }) => row),
      portal.deps.clock.now(),
    );
  });

/** What differs between two practices: numbers that the portal assigns, what follows from them, and times. */
const OWN = ['id', 'medical_record_number', 'import_id', 'search_text', 'created_at', 'updated_at'];
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();

/** All columns of all patients. */
async function stored(): Promise<string[]> {
  const { rows } = await portal.owner.query<{ row: unknown }>(
    'select to_jsonb(p) - $1::text[] as row from patients p',
    [OWN],
  );
  return sorted(rows.map(({ row }) => row));
}

async function exported() {
  const { blob } = await portal.succeed(patientExport, { body: { includeInactive: 'true' } }, admin);
  const file = await blob.text();
  const reader = new CsvReader({ delimiter: ',' });
  const [header, ...rows] = [...reader.push(file), ...reader.end()].map(({ cells }) => cells);
  expect(header?.[0]).toBe('MRN');
  // Nobody has to decide about a column.
  expect(
    Object.values(guessColumns(header ?? []))
      .flat()
      .toSorted(),
  ).toEqual(header?.toSorted());
  return { file, header, cells: sorted(rows.map((row) => row.slice(1))) };
}

it('imports the export of patients with every cell as it was', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(practice, async (patients) => {
      await portal.owner.query('delete from patients');
      await store(patients);
      const before = { rows: await stored(), ...(await exported()) };
      await portal.owner.query('delete from patients');
      expect(await importFile(portal.deps, before.file)).toMatchObject({
        state: 'Finished',
        imported: patients.length,
        failed: 0,
        duplicates: 0,
      });
      expect(await stored()).toEqual(before.rows);
      expect((await exported()).cells).toEqual(before.cells);
    }),
    { numRuns: 25 },
  );
});
