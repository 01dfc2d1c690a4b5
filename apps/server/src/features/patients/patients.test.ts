import {
  patientCreate,
  patientDeactivate,
  patientGet,
  patientList,
  patientPrint,
  patientReactivate,
  patientUpdate,
} from '@portal/contract/patients';
import { dashboardStats, recentActivity } from '@portal/contract/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  makePatient,
  makeUser,
  overridePermission,
  signedInAs,
  signIn,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const FIELDS = {
  firstName: 'José',
  lastName: "O'Brien-Núñez",
  dateOfBirth: '1980-01-05',
  gender: 'Male',
  address: '12 Maple Street, Apt 4',
  city: 'Baltimore',
  state: 'MD',
  zipCode: '21224-1234',
  phone: '(410) 555-0123 ext. 45',
  email: 'jose@example.com',
  insuranceProvider: 'Aetna',
  insurancePolicyNumber: 'AET123456789',
} as const;
const NAME_ONLY = { firstName: 'Ann', lastName: 'Roe', dateOfBirth: '1990-02-28' };
const REASON = 'Moved to another practice';

describe('patients', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());
  const version = async (id: string) => (await portal.succeed(patientGet, { params: { id } }, staff)).version;

  describe('200 and 201', () => {
    it('creates a patient and returns all fields, with the social security number masked', async () => {
      const patient = await portal.succeed(
        patientCreate,
        { body: { ...FIELDS, socialSecurityNumber: '123-45-6789' } },
        staff,
      );
      expect(patient).toEqual({
        ...FIELDS,
        formerCoverage: null,
        id: expect.any(String),
        medicalRecordNumber: expect.stringMatching(/^\d{8}$/),
        formerMrn: null,
        isDeceased: false,
        dateOfDeath: null,
        socialSecurityNumber: '***-**-6789',
        phone: '410555012345',
        isActive: true,
        createdAt: portal.clock.now().toISOString(),
        version: 1,
      });
      const entries = await auditOf(portal, 'Patient', patient.id);
      expect(entries).toMatchObject([
        {
          action: 'Created',
          patient_id: patient.id,
          user_id: staff.id,
          old_values: null,
          new_values: { medicalRecordNumber: patient.medicalRecordNumber, lastName: FIELDS.lastName },
        },
      ]);
    });

    it('requires only first name, last name and date of birth; the rest is null', async () => {
      const patient = await portal.succeed(
        patientCreate,
        { body: { ...NAME_ONLY, gender: '', phone: '', email: '', state: '' } },
        staff,
      );
      expect(patient).toMatchObject({
        gender: null,
        socialSecurityNumber: null,
        address: null,
        city: null,
        state: null,
        zipCode: null,
        phone: null,
        email: null,
        insuranceProvider: null,
        insurancePolicyNumber: null,
      });
    });

    it('assigns zero-padded sequential medical record numbers, unique under concurrency, that never change', async () => {
      const made = await Promise.all(
        Array.from({ length: 24 }, () => portal.succeed(patientCreate, { body: NAME_ONLY }, staff)),
      );
      const numbers = made.map(({ medicalRecordNumber }) => medicalRecordNumber).toSorted();
      expect(new Set(numbers).size).toBe(24);
      expect(numbers.every((number) => /^0000\d{4}$/.test(number))).toBe(true);
      expect(Number(numbers.at(-1)) - Number(numbers[0])).toBe(23);
      await expect(
        portal.owner.query(`update patients set medical_record_number = '99999999' where id = $1`, [
          made[0]?.id,
        ]),
      ).rejects.toThrow('never changes');
    });

    it('returns a patient and audits it as Viewed', async () => {
      const { id } = await makePatient(portal, { firstName: 'Viv', ssn: '123456789' });
      const patient = await portal.succeed(patientGet, { params: { id } }, staff);
      expect(patient).toMatchObject({ id, firstName: 'Viv', socialSecurityNumber: '***-**-6789' });
      expect(await auditOf(portal, 'Patient', id)).toMatchObject([
        { action: 'Viewed', patient_id: id, user_id: staff.id, old_values: null, new_values: null },
      ]);
    });

    it('audits the print view as Printed', async () => {
      const { id } = await makePatient(portal);
      await portal.succeed(patientPrint, { params: { id } }, staff);
      expect(await auditOf(portal, 'Patient', id)).toMatchObject([{ action: 'Printed', patient_id: id }]);
    });

    it('updates a patient and audits only the changed fields', async () => {
      const { id } = await makePatient(portal, { firstName: 'Before', lastName: 'Same' });
      const body = { firstName: 'After', lastName: 'Same', dateOfBirth: '1980-01-05', version: 1 };
      const patient = await portal.succeed(patientUpdate, { params: { id }, body }, staff);
      expect(patient).toMatchObject({ id, firstName: 'After', version: 2 });
      const entry = (await auditOf(portal, 'Patient', id)).at(-1);
      expect(entry).toMatchObject({ action: 'Updated', patient_id: id });
      expect(entry?.old_values).toEqual({ firstName: 'Before' });
      expect(entry?.new_values).toEqual({ firstName: 'After' });
    });

    it('finds a patient by the new name or phone after a change, and no longer by the old one', async () => {
      const { id } = await makePatient(portal, { firstName: 'Xavier', lastName: 'Oldname' });
      const body = {
        firstName: 'Xavier',
        lastName: 'Newname',
        dateOfBirth: '1980-01-05',
        phone: '4435550177',
      };
      await portal.succeed(patientUpdate, { params: { id }, body }, staff);
      const ids = async (search: string) =>
        (await portal.succeed(patientList, { query: { search } }, staff)).data.map((row) => row.id);
      expect(await ids('oldname')).toEqual([]);
      expect(await ids('newname 443-555-0177')).toEqual([id]);
    });

    it('deactivates and reactivates with a reason', async () => {
      const { id } = await makePatient(portal);
      const gone = await portal.succeed(
        patientDeactivate,
        { params: { id }, body: { reason: REASON } },
        admin,
      );
      expect(gone).toMatchObject({ id, isActive: false, version: 2 });
      const back = await portal.succeed(
        patientReactivate,
        { params: { id }, body: { reason: 'Came back to us' } },
        admin,
      );
      expect(back).toMatchObject({ id, isActive: true, version: 3 });
      expect(await auditOf(portal, 'Patient', id)).toMatchObject([
        {
          action: 'Deleted',
          reason: REASON,
          old_values: { isActive: true },
          new_values: { isActive: false },
        },
        {
          action: 'Updated',
          reason: 'Came back to us',
          old_values: { isActive: false },
          new_values: { isActive: true },
        },
      ]);
    });

    it('requires a reason to deactivate', async () => {
      const { id } = await makePatient(portal);
      for (const payload of [
        undefined,
        '{}',
        '{"reason":"  "}',
        '{"reason":"too short"}',
        '{"reason":null}',
      ]) {
        const answer = await portal.raw({
          method: 'DELETE',
          url: `/api/patient/${id}`,
          token: admin.token,
          ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/json' } }),
        });
        expect(answer).toMatchObject({ status: 400, body: { errors: { reason: [expect.any(String)] } } });
      }
      expect(await auditOf(portal, 'Patient', id)).toEqual([]);
    });

    it('refuses a second deactivation or reactivation with 409 and writes nothing', async () => {
      const { id } = await makePatient(portal);
      const call = { params: { id }, body: { reason: 'Moved to another state' } };
      const written = async () => [
        await auditOf(portal, 'Patient', id),
        (await portal.owner.query('select * from patients where id = $1', [id])).rows,
        (await portal.owner.query('select * from activities where entity_id = $1', [id])).rows,
      ];
      for (const [endpoint, message] of [
        [patientDeactivate, 'This patient is already inactive.'],
        [patientReactivate, 'This patient is already active.'],
      ] as const) {
        expect((await portal.call(endpoint, call, admin)).status).toBe(200);
        const before = await written();
        expect(await portal.call(endpoint, call, admin)).toMatchObject({
          status: 409,
          error: { code: 'CONFLICT', message },
        });
        expect(await written()).toEqual(before);
      }
    });

    it('refuses one of two concurrent deactivations with 409', async () => {
      const { id } = await makePatient(portal);
      const call = { params: { id }, body: { reason: 'Moved to another state' } };
      const answers = await Promise.all([1, 2, 3].map(() => portal.call(patientDeactivate, call, admin)));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      expect(await auditOf(portal, 'Patient', id)).toHaveLength(1);
    });

    it('announces a new patient in the live feed without a name', async () => {
      const patient = await portal.succeed(patientCreate, { body: FIELDS }, staff);
      const feed = await portal.succeed(recentActivity, { query: { count: '1' } }, staff);
      expect(feed).toMatchObject([
        {
          description: 'A patient was added',
          icon: 'LocalHospital',
          entityType: 'Patient',
          entityId: patient.id,
        },
      ]);
      expect(JSON.stringify(feed)).not.toMatch(/Brien|José/);
      const blind = await makeUser(portal, { roles: ['Staff'] });
      await overridePermission(portal, blind.id, 'Patient.View', false);
      const theirs = await portal.succeed(
        recentActivity,
        { query: { count: '100' } },
        { token: await signIn(portal, blind.userName) },
      );
      expect(theirs.filter(({ entityType }) => entityType === 'Patient')).toEqual([]);
    });

    it('counts active patients on the dashboard for users who may see patients', async () => {
      const before = (await portal.succeed(dashboardStats, {}, staff)).activePatients ?? 0;
      const { id } = await makePatient(portal);
      await makePatient(portal, { isActive: false });
      expect((await portal.succeed(dashboardStats, {}, staff)).activePatients).toBe(before + 1);
      await portal.succeed(
        patientDeactivate,
        { params: { id }, body: { reason: 'Moved to another state' } },
        admin,
      );
      expect((await portal.succeed(dashboardStats, {}, staff)).activePatients).toBe(before);
      const blind = await makeUser(portal, { roles: ['Staff'] });
      await overridePermission(portal, blind.id, 'Patient.View', false);
      const theirs = await portal.succeed(
        dashboardStats,
        {},
        { token: await signIn(portal, blind.userName) },
      );
      expect(theirs).not.toHaveProperty('activePatients');
    });
  });

  describe('409 and 422', () => {
    it('refuses a stale version with the current record, with a masked social security number', async () => {
      const { id } = await makePatient(portal, { ssn: '123456789' });
      await portal.succeed(patientUpdate, { params: { id }, body: { ...NAME_ONLY, version: 1 } }, staff);
      const stale = await portal.call(
        patientUpdate,
        { params: { id }, body: { ...NAME_ONLY, firstName: 'Lost', version: 1 } },
        staff,
      );
      expect(stale).toMatchObject({
        ok: false,
        status: 409,
        error: {
          code: 'STALE',
          current: { id, firstName: 'Ann', version: 2, socialSecurityNumber: '***-**-6789' },
        },
      });
      const byHeader = await portal.call(
        patientUpdate,
        { params: { id }, body: NAME_ONLY },
        { ...staff, headers: { 'if-match': '"1"' } },
      );
      expect(byHeader).toMatchObject({ ok: false, status: 409, error: { code: 'STALE' } });
      expect(await version(id)).toBe(2);
    });

    it('accepts only one of two concurrent saves of the same version', async () => {
      const { id } = await makePatient(portal);
      const answers = await Promise.all(
        ['One', 'Two', 'Three'].map((firstName) =>
          portal.call(
            patientUpdate,
            { params: { id }, body: { ...NAME_ONLY, firstName, version: 1 } },
            staff,
          ),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      expect(await version(id)).toBe(2);
    });

    it('creates one patient for a repeated key, and returns 422 for another body', async () => {
      const keyed = { ...staff, headers: { 'idempotency-key': 'patient-1' } };
      const body = { ...NAME_ONLY, lastName: 'Once', socialSecurityNumber: '123-45-6789' };
      const made = await Promise.all([1, 2, 3].map(() => portal.succeed(patientCreate, { body }, keyed)));
      expect(new Set(made.map(({ medicalRecordNumber }) => medicalRecordNumber)).size).toBe(1);
      const other = await portal.call(patientCreate, { body: { ...body, firstName: 'Other' } }, keyed);
      expect(other).toMatchObject({ ok: false, status: 422, error: { code: 'IDEMPOTENCY_MISMATCH' } });
    });
  });
});
