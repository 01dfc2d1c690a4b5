import { officeImport, officeImportPreview, type OfficeImportRow } from '@portal/contract/office-imports';
import { officeList } from '@portal/contract/offices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const row = (change: OfficeImportRow = {}): OfficeImportRow => ({
  name: 'Elm Clinic',
  address: '9 Elm Street',
  city: 'Towson',
  state: 'md',
  zipCode: '21204',
  phone: '(410) 555-0123',
  ...change,
});

describe('importing offices', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  it('creates offices like by hand, and a preview creates none', async () => {
    const body = [row({ npi: '1234567893', isSurgeryCenter: 'Yes' }), row({ name: 'Oak Clinic', fax: '' })];
    const { rows } = await portal.succeed(officeImportPreview, { body }, admin);
    expect(rows.map(({ messages }) => messages)).toEqual([[], []]);
    const named = async () =>
      (await portal.succeed(officeList, { query: {} }, admin)).filter(({ name }) => /^(Elm|Oak)/.test(name));
    expect(await named()).toEqual([]);
    expect(await portal.succeed(officeImport, { body }, admin)).toMatchObject({ created: 2 });
    const [elm, oak] = await named();
    expect(elm).toMatchObject({ state: 'MD', phone: '4105550123', npi: '1234567893', isSurgeryCenter: true });
    expect(oak).toMatchObject({ npi: null, fax: null, isSurgeryCenter: false });
    expect(await auditOf(portal, 'Office', elm?.id ?? '')).toMatchObject([
      { action: 'Created', user_id: admin.id, new_values: { name: 'Elm Clinic', npi: '1234567893' } },
    ]);
  });

  it('names what is wrong with a row, and creates the others', async () => {
    await makeOffice(portal, { name: 'Hidden', superAdminOnly: true });
    const body = [
      row({ name: 'hidden' }),
      row({ name: 'Ash', state: 'Maryland', zipCode: '1', phone: '' }),
      row({ name: 'Fir' }),
      row({ name: 'FIR', isSurgeryCenter: 'maybe' }),
      row({ name: 'Guam', state: 'GU' }),
    ];
    const { rows, created } = await portal.succeed(officeImport, { body }, admin);
    expect(created).toBe(1);
    expect(rows.map(({ messages }) => messages)).toEqual([
      ['An office with this name already exists'],
      ['State can have at most 2 characters', 'ZIP code must be 5 digits or 5+4 digits', 'Phone is required'],
      [],
      ['Surgery center must be yes or no', 'An earlier row has this name'],
      ['State must be one of the 50 US states'],
    ]);
    expect(await portal.call(officeImport, { body: body.slice(0, 1) }, admin)).toMatchObject({ status: 400 });
  });
});
