import {
  officeCreate,
  officeDelete,
  officeGet,
  officeList,
  officeSurgeryCenters,
  officeUpdate,
} from '@portal/contract/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const FIELDS = {
  name: 'North Clinic',
  address: '9 Elm Street',
  city: 'Towson',
  state: 'MD',
  zipCode: '21204',
  phone: '(410) 555-0123',
  fax: '',
  superAdminOnly: false,
  isSurgeryCenter: false,
};
const ABSENT = '00000000-0000-7000-8000-000000000000';

describe('offices', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let superAdmin: SignedInUser;
  let staff: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
    staff = await signedInAs(portal, 'Staff');
  });
  afterAll(() => portal.close());

  describe('200 and 201', () => {
    it('creates an office with phone and fax as digits, and returns all fields', async () => {
      const office = await portal.succeed(
        officeCreate,
        { body: { ...FIELDS, name: 'Digits', phone: '1 (410) 555-0123 ext. 45', fax: '(410) 555-0999' } },
        admin,
      );
      expect(office).toMatchObject({
        phone: '1410555012345',
        fax: '4105550999',
        userCount: 0,
        ipWhitelists: [],
        isActive: true,
        version: 1,
      });
      expect(await auditOf(portal, 'Office', office.id)).toMatchObject([
        { action: 'Created', user_id: admin.id, new_values: { name: 'Digits' } },
      ]);
    });

    it('has an NPI, which several offices can share and which stays when it is omitted', async () => {
      const npi = '1234567893';
      const create = (name: string) =>
        portal.succeed(officeCreate, { body: { ...FIELDS, name, npi } }, admin);
      const { id } = await create('NPI one');
      expect((await create('NPI two')).npi).toBe(npi);
      const update = (change: object) =>
        portal.succeed(
          officeUpdate,
          { params: { id }, body: { ...FIELDS, name: 'NPI one', ...change } },
          admin,
        );
      expect((await update({ city: 'Essex' })).npi).toBe(npi);
      expect((await update({ npi: '' })).npi).toBeNull();
      const [last, before] = (await auditOf(portal, 'Office', id)).toReversed();
      expect(last).toMatchObject({ old_values: { npi }, new_values: { npi: null } });
      expect(before?.new_values).not.toHaveProperty('npi');
      expect(
        await portal.call(officeCreate, { body: { ...FIELDS, name: 'NPI three', npi: '1234567890' } }, admin),
      ).toMatchObject({ status: 400, error: { errors: { npi: [expect.stringContaining('check digit')] } } });
    });

    it('lists offices as a plain array, with users and whitelists for managers', async () => {
      const officeId = await makeOffice(portal);
      await makeUser(portal, { officeId });
      const offices = await portal.succeed(officeList, {}, admin);
      expect(offices.find(({ id }) => id === officeId)).toMatchObject({ userCount: 1, ipWhitelists: [] });
    });

    it('shows any signed-in user the public fields of active offices only', async () => {
      const inactive = await makeOffice(portal, { isActive: false });
      const offices = await portal.succeed(officeList, { query: { includeInactive: 'true' } }, staff);
      expect(offices.length).toBeGreaterThan(0);
      expect(offices.map(({ id }) => id)).not.toContain(inactive);
      for (const office of offices) expect(office).not.toHaveProperty('ipWhitelists');
      for (const office of offices) expect(office).not.toHaveProperty('userCount');
      const managed = await portal.succeed(officeList, { query: { includeInactive: 'true' } }, admin);
      expect(managed.map(({ id }) => id)).toContain(inactive);
    });

    it('lists surgery centers at GET /office/surgery-centers', async () => {
      const center = await makeOffice(portal, { isSurgeryCenter: true });
      const offices = await portal.succeed(officeSurgeryCenters, {}, staff);
      expect(offices.map(({ id }) => id)).toContain(center);
      expect(offices.every(({ isSurgeryCenter }) => isSurgeryCenter)).toBe(true);
    });

    it('updates an office, returns the next version and audits the changes', async () => {
      const id = await makeOffice(portal, { name: 'Before' });
      const office = await portal.succeed(
        officeUpdate,
        { params: { id }, body: { ...FIELDS, name: 'After', version: 1 } },
        admin,
      );
      expect(office).toMatchObject({ id, name: 'After', version: 2 });
      const entry = (await auditOf(portal, 'Office', id)).at(-1);
      expect(entry).toMatchObject({
        action: 'Updated',
        old_values: { name: 'Before' },
        new_values: { name: 'After' },
      });
      expect(entry?.new_values).not.toHaveProperty('superAdminOnly');
    });

    it('deletes an office without users', async () => {
      const id = await makeOffice(portal);
      expect((await portal.call(officeDelete, { params: { id } }, admin)).status).toBe(204);
      expect((await portal.call(officeGet, { params: { id } }, admin)).status).toBe(404);
      expect((await auditOf(portal, 'Office', id)).map(({ action }) => action)).toEqual(['Deleted']);
    });
  });

  describe('400', () => {
    it('requires name, address, city, state, zip and phone, and reports all at once', async () => {
      const answer = await portal.call(
        officeCreate,
        { body: { ...FIELDS, name: ' ', address: '', city: '', state: '', zipCode: '', phone: '' } },
        admin,
      );
      expect(answer).toMatchObject({
        ok: false,
        status: 400,
        error: {
          code: 'VALIDATION',
          errors: {
            name: ['Name is required'],
            address: ['Address is required'],
            city: ['City is required'],
            zipCode: ['ZIP code is required'],
            phone: ['Phone is required'],
          },
        },
      });
    });

    it.each([
      ['state', 'Maryland', 'State can have at most 2 characters'],
      ['state', 'ZZ', 'State must be a two-letter US state code'],
      ['zipCode', '2120', 'ZIP code must be 5 digits or 5+4 digits'],
      ['phone', '555-01', 'Enter one US number with its area code, such as (555) 123-4567 ext. 89'],
      ['fax', '12', 'Enter one US number with its area code, such as (555) 123-4567 ext. 89'],
      ['name', 'a\u0000b', 'Name contains characters that are not allowed'],
      ['name', 'x'.repeat(101), 'Name can have at most 100 characters'],
    ])('refuses %s %j', async (field, value, message) => {
      const answer = await portal.call(officeCreate, { body: { ...FIELDS, [field]: value } }, admin);
      expect(answer).toMatchObject({
        ok: false,
        status: 400,
        error: { errors: { [field]: expect.arrayContaining([message]) } },
      });
    });

    it('refuses unknown body and query fields', async () => {
      const headers = { 'content-type': 'application/json' };
      const body = await portal.raw({
        method: 'POST',
        url: '/api/office',
        token: admin.token,
        headers,
        payload: JSON.stringify({ ...FIELDS, owner: 'me' }),
      });
      expect(body).toMatchObject({
        status: 400,
        body: { errors: { owner: ['Unknown field'] } },
      });
      const query = await portal.raw({ method: 'GET', url: '/api/office?owner=me', token: admin.token });
      expect(query).toMatchObject({
        status: 400,
        body: { errors: { owner: ['Unknown field'] } },
      });
    });
  });

  describe('403 and 404', () => {
    it('requires Admin.ManageOffices to manage offices', async () => {
      const id = await makeOffice(portal);
      for (const answer of [
        await portal.call(officeCreate, { body: FIELDS }, staff),
        await portal.call(officeGet, { params: { id } }, staff),
        await portal.call(officeDelete, { params: { id } }, staff),
      ]) {
        expect(answer).toMatchObject({ ok: false, status: 403, error: { code: 'FORBIDDEN' } });
      }
    });

    it('lets only SuperAdmins set, see and change a superAdminOnly office', async () => {
      const refused = await portal.call(
        officeCreate,
        { body: { ...FIELDS, name: 'Secret', superAdminOnly: true } },
        admin,
      );
      expect(refused).toMatchObject({ ok: false, status: 403 });
      const { id } = await portal.succeed(
        officeCreate,
        { body: { ...FIELDS, name: 'Secret', superAdminOnly: true } },
        superAdmin,
      );
      expect((await portal.succeed(officeList, {}, admin)).map((office) => office.id)).not.toContain(id);
      expect((await portal.succeed(officeList, {}, superAdmin)).map((office) => office.id)).toContain(id);
      for (const answer of [
        await portal.call(officeGet, { params: { id } }, admin),
        await portal.call(officeUpdate, { params: { id }, body: FIELDS }, admin),
        await portal.call(officeDelete, { params: { id } }, admin),
      ]) {
        expect(answer.status).toBe(404);
      }
    });

    it('returns 404 for an unknown office', async () => {
      expect((await portal.call(officeGet, { params: { id: ABSENT } }, admin)).status).toBe(404);
      expect((await portal.call(officeUpdate, { params: { id: ABSENT }, body: FIELDS }, admin)).status).toBe(
        404,
      );
      expect((await portal.call(officeDelete, { params: { id: ABSENT } }, admin)).status).toBe(404);
    });
  });

  describe('409 and 422', () => {
    it('refuses to delete an office with users', async () => {
      const officeId = await makeOffice(portal);
      await makeUser(portal, { officeId });
      const answer = await portal.call(officeDelete, { params: { id: officeId } }, admin);
      expect(answer).toMatchObject({
        ok: false,
        status: 409,
        error: { code: 'IN_USE', message: expect.stringContaining('1 user belongs to this office') },
      });
    });

    it('refuses to delete an office that inactive users refer to', async () => {
      const officeId = await makeOffice(portal);
      await makeUser(portal, { officeId, isActive: false });
      expect((await portal.call(officeDelete, { params: { id: officeId } }, admin)).status).toBe(409);
    });

    it('refuses a stale version with the current record, from the body or If-Match', async () => {
      const id = await makeOffice(portal, { name: 'Versioned' });
      await portal.succeed(officeUpdate, { params: { id }, body: { ...FIELDS, name: 'Versioned 2' } }, admin);
      const byBody = await portal.call(
        officeUpdate,
        { params: { id }, body: { ...FIELDS, name: 'Lost', version: 1 } },
        admin,
      );
      expect(byBody).toMatchObject({
        ok: false,
        status: 409,
        error: { code: 'STALE', current: { id, name: 'Versioned 2', version: 2 } },
      });
      const byHeader = await portal.call(
        officeUpdate,
        { params: { id }, body: { ...FIELDS, name: 'Lost' } },
        { ...admin, headers: { 'if-match': '"1"' } },
      );
      expect(byHeader).toMatchObject({ ok: false, status: 409, error: { code: 'STALE' } });
      expect((await portal.succeed(officeGet, { params: { id } }, admin)).name).toBe('Versioned 2');
    });

    it('refuses a second office with the same name, with a field error', async () => {
      await makeOffice(portal, { name: 'Twice' });
      const answer = await portal.call(officeCreate, { body: { ...FIELDS, name: 'TWICE' } }, admin);
      expect(answer).toMatchObject({
        ok: false,
        status: 409,
        error: { code: 'CONFLICT', errors: { name: ['An office with this name already exists'] } },
      });
    });

    it('returns the same response for a repeated key, and 422 for another body', async () => {
      const headers = { 'idempotency-key': 'office-1' };
      const first = await portal.succeed(
        officeCreate,
        { body: { ...FIELDS, name: 'Once' } },
        { ...admin, headers },
      );
      const again = await portal.succeed(
        officeCreate,
        { body: { ...FIELDS, name: 'Once' } },
        { ...admin, headers },
      );
      expect(again).toEqual(first);
      const other = await portal.call(
        officeCreate,
        { body: { ...FIELDS, name: 'Other' } },
        { ...admin, headers },
      );
      expect(other).toMatchObject({ ok: false, status: 422, error: { code: 'IDEMPOTENCY_MISMATCH' } });
      const twins = await Promise.all(
        [1, 2, 3].map(() =>
          portal.succeed(
            officeCreate,
            { body: { ...FIELDS, name: 'Twins' } },
            { ...admin, headers: { 'idempotency-key': 'office-2' } },
          ),
        ),
      );
      expect(new Set(twins.map(({ id }) => id)).size).toBe(1);
    });
  });
});
