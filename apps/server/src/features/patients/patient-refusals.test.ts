import {
  patientCreate,
  patientDeactivate,
  patientDuplicates,
  patientGet,
  patientList,
  patientPrint,
  patientReactivate,
  patientUpdate,
} from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makePatient,
  makeUser,
  overridePermission,
  signedInAs,
  signIn,
  type SignedInUser,
} from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const NAME_ONLY = { firstName: 'Ann', lastName: 'Roe', dateOfBirth: '1990-02-28' };
const REASON = 'Moved to another practice';
const ABSENT = '00000000-0000-7000-8000-000000000000';

describe('refused patient requests', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  describe('400', () => {
    it('reports all missing fields at once', async () => {
      const answer = await portal.call(
        patientCreate,
        { body: { firstName: ' ', lastName: '', dateOfBirth: '' } },
        staff,
      );
      expect(answer).toMatchObject({
        ok: false,
        status: 400,
        error: {
          code: 'VALIDATION',
          errors: {
            firstName: ['First name is required'],
            lastName: ['Last name is required'],
            dateOfBirth: ['Date of birth is required'],
          },
        },
      });
    });

    it.each([
      ['dateOfBirth', '2026-02-30', 'Date of birth must be a valid date (MM/DD/YYYY)'],
      ['dateOfBirth', '01/05/1980', 'Date of birth must be a valid date (MM/DD/YYYY)'],
      ['dateOfBirth', '1899-12-31', 'Date of birth must be on or after 01/01/1900'],
      ['dateOfBirth', '2026-11-22', 'Date of birth may not be later than today'],
      ['gender', 'Unknown', 'Gender must be Male, Female or Other'],
      ['socialSecurityNumber', '000-12-3456', 'Enter a valid social security number (XXX-XX-XXXX)'],
      ['socialSecurityNumber', '666-12-3456', 'Enter a valid social security number (XXX-XX-XXXX)'],
      ['socialSecurityNumber', '900-12-3456', 'Enter a valid social security number (XXX-XX-XXXX)'],
      ['socialSecurityNumber', '***-**-6789', 'Enter a valid social security number (XXX-XX-XXXX)'],
      ['state', 'ZZ', 'State must be a two-letter US state code'],
      ['state', 'PR', 'State must be one of the 50 US states'],
      ['zipCode', '2120', 'ZIP code must be 5 digits or 5+4 digits'],
      ['phone', '555-01', 'Enter one US number with its area code, such as (555) 123-4567 ext. 89'],
      ['email', 'nobody', 'Enter a valid email address'],
      ['lastName', 'x'.repeat(101), 'Last name can have at most 100 characters'],
      ['firstName', 'a\u0000b', 'First name contains characters that are not allowed'],
    ])('refuses %s %j', async (field, value, message) => {
      const body = { ...NAME_ONLY, [field]: value };
      const { id } = await makePatient(portal);
      for (const answer of [
        await portal.call(patientCreate, { body }, staff),
        await portal.call(patientUpdate, { params: { id }, body }, staff),
      ]) {
        expect(answer).toMatchObject({
          ok: false,
          status: 400,
          error: { errors: { [field]: expect.arrayContaining([message]) } },
        });
      }
    });

    it('uses the practice’s time zone for today: after midnight UTC it is still the day before', async () => {
      const late = await openTestPortal();
      try {
        late.clock.advance({ hours: 12 });
        const nurse = await signedInAs(late, 'Staff');
        const born = (dateOfBirth: string) =>
          late.call(patientCreate, { body: { ...NAME_ONLY, dateOfBirth } }, nurse);
        expect(late.clock.now().toISOString().slice(0, 10)).toBe('2026-11-22');
        expect((await born('2026-11-22')).status).toBe(400);
        expect((await born('2026-11-21')).status).toBe(201);
      } finally {
        await late.close();
      }
    });

    it.each([
      ['the read-only medical record number', 'medicalRecordNumber', '00000007'],
      ['whether the patient is active', 'isActive', false],
    ])('refuses unknown fields, and %s', async (_what, field, value) => {
      const { id } = await makePatient(portal);
      for (const [method, url] of [
        ['POST', '/api/patient'],
        ['PUT', `/api/patient/${id}`],
      ] as const) {
        const answer = await portal.raw({
          method,
          url,
          token: staff.token,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ ...NAME_ONLY, [field]: value }),
        });
        expect(answer).toMatchObject({
          status: 400,
          body: { errors: { [field]: ['Unknown field'] } },
        });
      }
    });

    it('requires a reason of at least 10 characters', async () => {
      const { id } = await makePatient(portal);
      const short = { params: { id }, body: { reason: '  gone  ' } };
      expect((await portal.call(patientDeactivate, short, admin)).status).toBe(400);
      expect((await portal.call(patientReactivate, short, admin)).status).toBe(400);
    });
  });

  describe('401, 403 and 404', () => {
    it('requires a session for every call', async () => {
      const { id } = await makePatient(portal);
      for (const answer of [
        await portal.call(patientList, {}),
        await portal.call(patientGet, { params: { id } }),
        await portal.call(patientPrint, { params: { id } }),
        await portal.call(patientCreate, { body: NAME_ONLY }),
        await portal.call(patientUpdate, { params: { id }, body: NAME_ONLY }),
        await portal.call(patientDeactivate, { params: { id }, body: { reason: REASON } }),
        await portal.call(patientReactivate, { params: { id }, body: { reason: REASON } }),
        await portal.call(patientDuplicates, { body: NAME_ONLY }),
      ]) {
        expect(answer).toMatchObject({ ok: false, status: 401 });
      }
    });

    it('requires each call’s permission', async () => {
      const { id } = await makePatient(portal);
      const without = async (...permissions: Parameters<typeof overridePermission>[2][]) => {
        const user = await makeUser(portal, { roles: ['Staff'] });
        for (const name of permissions) await overridePermission(portal, user.id, name, false);
        return { token: await signIn(portal, user.userName) };
      };
      const noView = await without('Patient.View');
      expect((await portal.call(patientList, {}, noView)).status).toBe(403);
      expect((await portal.call(patientGet, { params: { id } }, noView)).status).toBe(403);
      expect((await portal.call(patientPrint, { params: { id } }, noView)).status).toBe(403);
      const noCreate = await without('Patient.Create');
      expect((await portal.call(patientCreate, { body: NAME_ONLY }, noCreate)).status).toBe(403);
      expect((await portal.call(patientDuplicates, { body: NAME_ONLY }, noCreate)).status).toBe(200);
      const noEdit = await without('Patient.Edit', 'Patient.Create');
      expect((await portal.call(patientUpdate, { params: { id }, body: NAME_ONLY }, noEdit)).status).toBe(
        403,
      );
      expect((await portal.call(patientDuplicates, { body: NAME_ONLY }, noEdit)).status).toBe(403);
      // Staff may not deactivate patients.
      expect(
        (await portal.call(patientDeactivate, { params: { id }, body: { reason: REASON } }, staff)).status,
      ).toBe(403);
      const reactivate = { params: { id }, body: { reason: REASON } };
      expect((await portal.call(patientReactivate, reactivate, staff)).status).toBe(403);
    });

    it('returns 404 for an unknown patient and 400 for a malformed ID', async () => {
      const params = { id: ABSENT };
      for (const answer of [
        await portal.call(patientGet, { params }, admin),
        await portal.call(patientPrint, { params }, admin),
        await portal.call(patientUpdate, { params, body: NAME_ONLY }, admin),
        await portal.call(patientDeactivate, { params, body: { reason: REASON } }, admin),
        await portal.call(patientReactivate, { params, body: { reason: REASON } }, admin),
      ]) {
        expect(answer).toMatchObject({ ok: false, status: 404, error: { message: 'Patient not found' } });
      }
      expect((await portal.call(patientGet, { params: { id: 'new' } }, admin)).status).toBe(400);
    });
  });
});
