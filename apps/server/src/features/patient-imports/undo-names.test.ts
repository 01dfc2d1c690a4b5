import * as imports from '@portal/contract/patient-imports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, overridePermission, signedInAs } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { HEADER, ImportDesk } from './test/import-desk.ts';

describe('the patients whom undoing an import removes', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  it('are named, with an audit entry, to those who may view them', async () => {
    const admin = await signedInAs(portal, 'Admin');
    const desk = new ImportDesk(portal, admin);
    const { id } = await desk.checked(`${HEADER}\nA-1,Undone,Jane,1/5/1980,\n`);
    await desk.start(id);
    expect(await desk.status(id)).toMatchObject({ status: 'Finished' });
    const named = await portal.succeed(imports.patientImportPatients, { params: { id } }, admin);
    expect(named.patients).toMatchObject([{ firstName: 'Jane', lastName: 'Undone' }]);
    expect((await auditOf(portal, 'PatientImport', id)).at(-1)).toMatchObject({
      action: 'Accessed',
      new_values: { patientIds: named.patients.map((each) => each.id) },
    });
    await overridePermission(portal, admin.id, 'Patient.View', false);
    expect(await portal.call(imports.patientImportPatients, { params: { id } }, admin)).toMatchObject({
      status: 403,
    });
  });
});
