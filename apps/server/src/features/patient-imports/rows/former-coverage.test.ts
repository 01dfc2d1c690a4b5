import { patientGet, patientUpdate } from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { COMMAND } from '#audit/work-entry.ts';
import { check, importFile } from '../test/import-desk.ts';
import { undoImport } from '../undo-import.ts';

const FILE = [
  'MRN,Last,First,DOB,Primary Insurance,Policy Number,Group Number,Subscriber,Subscriber DOB,Secondary Insurance',
  'C-1,Covered,Ann,1/5/1980,Aetna,AET1,G-7,"Covered, Bo",3/4/1950,Cigna',
  'C-2,Uncovered,Tom,1/6/1980,,,,,,',
].join('\n');

describe('coverage that the patient form has no field for', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());
  const idOf = async (formerMrn: string) => {
    const { rows } = await portal.owner.query<{ id: string }>(
      'select id from patients where former_mrn = $1',
      [formerMrn],
    );
    return rows[0]?.id ?? '';
  };
  const read = (id: string) => portal.succeed(patientGet, { params: { id } }, admin);

  it('stays with the patient, also when the patient is edited, until the import is undone', async () => {
    const ended = await importFile(portal.deps, FILE);
    const id = await idOf('C-1');
    const formerCoverage = {
      groupNumber: 'G-7',
      subscriberName: 'Covered, Bo',
      subscriberDateOfBirth: '1950-03-04',
      secondaryInsuranceProvider: 'Cigna',
    };
    const patient = await read(id);
    expect(patient).toMatchObject({
      insuranceProvider: 'Aetna',
      insurancePolicyNumber: 'AET1',
      formerCoverage,
    });
    expect((await read(await idOf('C-2'))).formerCoverage).toBeNull();
    const [created] = (await auditOf(portal, 'Patient', id)).filter(({ action }) => action === 'Created');
    expect(created?.new_values).toMatchObject({ formerCoverage });

    await undoImport(portal.deps, ended.id, COMMAND);
    await importFile(portal.deps, FILE);
    const again = await read(await idOf('C-1'));
    const { firstName, lastName, dateOfBirth, version } = again;
    const body = { firstName, lastName, dateOfBirth, insuranceProvider: null, version };
    const saved = await portal.succeed(patientUpdate, { params: { id: again.id }, body }, admin);
    expect(saved).toMatchObject({ insuranceProvider: null, formerCoverage });
  });

  it('fails its row with a reason if it is too long to keep', async () => {
    const [row] = await check(
      portal.deps,
      `Last,First,DOB,Group Number\nLong,Ann,1/5/1980,${'9'.repeat(201)}`,
    );
    expect(row).toMatchObject({ outcome: 'fail', reasons: ['Group number can have at most 200 characters'] });
  });
});
