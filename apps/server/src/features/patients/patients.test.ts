import { patientCreate, patientGet, patientList } from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

describe('patients', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  it('spec 1 §7 POST /patient answers the whole patient with its medical record number', async () => {
    const body = {
      firstName: 'José',
      lastName: "O'Brien",
      dateOfBirth: '1980-01-05',
      socialSecurityNumber: '123-45-6789',
      phone: '(410) 555-0123',
    };
    const patient = await portal.succeed(patientCreate, { body }, staff);
    expect(patient).toMatchObject({
      medicalRecordNumber: '00000001',
      socialSecurityNumber: '***-**-6789',
      version: 1,
    });
    const list = await portal.succeed(
      patientList,
      { query: { search: 'brien jo 1/5/1980 00000001' } },
      staff,
    );
    expect(list).toMatchObject({ totalCount: 1, data: [{ id: patient.id }] });
    const all = await portal.succeed(patientList, {}, staff);
    expect(all).toMatchObject({ totalCount: 1, data: [{ id: patient.id }] });
    const full = await portal.succeed(
      patientGet,
      { params: { id: patient.id }, query: { fullSsn: 'true' } },
      staff,
    );
    expect(full.socialSecurityNumber).toBe('123-45-6789');
  });
});
