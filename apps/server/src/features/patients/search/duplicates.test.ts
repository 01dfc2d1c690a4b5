import { patientDuplicates } from '@portal/contract/patients';
import type { BodyInputOf } from '@portal/contract/endpoint';
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

const NOBODY = { firstName: 'Una', lastName: 'Nown', dateOfBirth: '1971-01-01' };

describe('likely duplicates', () => {
  let portal: TestPortal;
  let staff: SignedInUser;
  let nunez: Awaited<ReturnType<typeof makePatient>>;
  beforeAll(async () => {
    portal = await openTestPortal();
    staff = await signedInAs(portal, 'Staff');
    nunez = await makePatient(portal, {
      firstName: 'José',
      lastName: "O'Brien-Núñez",
      dateOfBirth: '1980-01-05',
      phone: '4105551234',
      ssn: '851234567',
    });
  });
  afterAll(() => portal.close());
  const check = async (body: Partial<BodyInputOf<typeof patientDuplicates>>) =>
    (await portal.succeed(patientDuplicates, { body: { ...NOBODY, ...body } }, staff)).matches;

  it('are found by name and date of birth, ignoring case, accents and punctuation', async () => {
    const name = { firstName: 'JOSE', lastName: 'OBrien Nunez' };
    expect(await check({ ...name, dateOfBirth: '1980-01-05' })).toEqual([
      {
        id: nunez.id,
        medicalRecordNumber: nunez.medicalRecordNumber,
        firstName: 'José',
        lastName: "O'Brien-Núñez",
        dateOfBirth: '1980-01-05',
        isDeceased: false,
        dateOfDeath: null,
        phone: '4105551234',
        isActive: true,
        reasons: ['name and birth date'],
      },
    ]);
    expect(await check({ ...name, dateOfBirth: '1980-01-06' })).toEqual([]);
    expect(await check({ ...name, firstName: 'Jos', dateOfBirth: '1980-01-05' })).toEqual([]);
  });

  it.each([
    ['Ford', 'Henry', 'Ford Jr.', 'Henry J'],
    ['Garcia', 'Ana', 'García Lopez', 'Ana'],
    ['O Brien', 'Pat', "O'Brien", 'Pat'],
    ['St. Clair', 'Pat', 'Saint Clair', 'Pat'],
    ['Quincy', 'Rose', 'Rose', 'Quincy'],
  ])('are found by date of birth and a similar name: %s, %s is on file as %s, %s', async (...names) => {
    const [lastName, firstName, lastOnFile, firstOnFile] = names;
    const dateOfBirth = '1944-02-29';
    const onFile = { firstName: firstOnFile, lastName: lastOnFile };
    const { id } = await makePatient(portal, { ...onFile, dateOfBirth });
    await makePatient(portal, { ...onFile, dateOfBirth: '1944-02-28' });
    await makePatient(portal, { firstName: 'Other', lastName, dateOfBirth });
    const matches = await check({ firstName, lastName, dateOfBirth });
    expect(matches.map((match) => [match.id, match.reasons])).toEqual([[id, ['similar name']]]);
  });

  it.each([
    ['Rajeshwari', 'Murgan', '1968-04-12'],
    ['Rajeshwary', 'Murugan', '1968-04-13'],
    ['Murgan', 'Rajeshwari', '1968-04-14'],
  ])('are found by date of birth and a name one letter off: %s %s', async (...person) => {
    const [firstName, lastName, dateOfBirth] = person;
    const onFile = { firstName: 'Rajeshwari', lastName: 'Murugan' };
    const { id } = await makePatient(portal, { ...onFile, dateOfBirth });
    await makePatient(portal, { ...onFile, dateOfBirth: '1968-04-01' });
    await makePatient(portal, { firstName: 'Other', lastName: 'Murugan', dateOfBirth });
    const matches = await check({ firstName, lastName, dateOfBirth });
    expect(matches.map((match) => [match.id, match.reasons])).toEqual([[id, ['one letter off']]]);
  });

  it('are not twins of different sex whose first names differ by one letter', async () => {
    const twin = { lastName: 'Rossi', dateOfBirth: '1999-09-09' };
    const { id } = await makePatient(portal, { ...twin, firstName: 'Mario', gender: 'Male' });
    expect(await check({ ...twin, firstName: 'Maria', gender: 'Female' })).toEqual([]);
    expect(await check({ ...twin, firstName: 'Maria' })).toMatchObject([{ id, reasons: ['one letter off'] }]);
    expect(await check({ ...twin, firstName: 'Mario', gender: 'Female' })).toMatchObject([{ id }]);
  });

  it('list the same name before a similar one, and names one letter off last', async () => {
    const dateOfBirth = '1951-11-30';
    for (const [firstName, lastName] of [
      ['Helen', 'Andersen'],
      ['Helen', 'Anderson Berg'],
      ['Helen', 'Anderson'],
    ] as const)
      await makePatient(portal, { firstName, lastName, dateOfBirth });
    const matches = await check({ firstName: 'Helen', lastName: 'Anderson', dateOfBirth });
    expect(matches.map(({ reasons }) => reasons[0])).toEqual([
      'name and birth date',
      'similar name',
      'one letter off',
    ]);
  });

  it.each(['(410) 555-1234', '1 (410) 555-1234', '4105551234'])(
    'are found by phone %s, with or without country code',
    async (phone) => {
      expect(await check({ phone })).toMatchObject([{ id: nunez.id, reasons: ['phone'] }]);
      expect(await check({ phone: '(410) 555-1235' })).toEqual([]);
    },
  );

  it.each(['851-23-4567', '851234567'])(
    'are found by social security number %s, which is not shown',
    async (ssn) => {
      const matches = await check({ socialSecurityNumber: ssn });
      expect(matches).toMatchObject([{ id: nunez.id, reasons: ['social security number'] }]);
      expect(JSON.stringify(matches)).not.toMatch(/\b4567"|socialSecurityNumber/);
      expect(await check({ socialSecurityNumber: '851-23-4568' })).toEqual([]);
    },
  );

  it('reveal nothing about social security numbers to users who may not see them', async () => {
    const user = await makeUser(portal, { roles: ['Staff'] });
    await overridePermission(portal, user.id, 'Patient.ViewSsn', false);
    const blind = { token: await signIn(portal, user.userName) };
    const body = { ...NOBODY, socialSecurityNumber: '851-23-4567' };
    expect((await portal.succeed(patientDuplicates, { body }, blind)).matches).toEqual([]);
    const byPhone = { ...body, phone: '4105551234' };
    expect((await portal.succeed(patientDuplicates, { body: byPhone }, blind)).matches).toMatchObject([
      { id: nunez.id, reasons: ['phone'] },
    ]);
    const seen = (await auditOf(portal, 'Patient', null)).filter(({ user_id: by }) => by === user.id);
    expect(seen.map(({ new_values: values }) => values)).toEqual([
      { patientIds: [] },
      { patientIds: [nunez.id] },
    ]);
  });

  it('tell callers who may not view patients only how many have the name and date of birth', async () => {
    const user = await makeUser(portal, { roles: ['Staff'] });
    await overridePermission(portal, user.id, 'Patient.View', false);
    const blind = { token: await signIn(portal, user.userName) };
    const ask = (body: Partial<BodyInputOf<typeof patientDuplicates>>) =>
      portal.succeed(patientDuplicates, { body: { ...NOBODY, ...body } }, blind);
    expect(await ask({ phone: '4105551234' })).toEqual({ matches: [], unseenCount: 0 });
    const same = { firstName: 'JOSE', lastName: 'OBrien Nunez', dateOfBirth: '1980-01-05' };
    expect(await ask(same)).toEqual({ matches: [], unseenCount: 1 });
  });

  it('list all reasons of a match, and include inactive patients', async () => {
    const gone = await makePatient(portal, {
      firstName: 'Ina',
      lastName: 'Active',
      dateOfBirth: '1955-05-05',
      phone: '14435550009',
      ssn: '852112222',
      isActive: false,
    });
    const matches = await check({
      firstName: 'Ina',
      lastName: 'Active',
      dateOfBirth: '1955-05-05',
      phone: '(443) 555-0009',
      socialSecurityNumber: '852-11-2222',
    });
    expect(matches).toMatchObject([
      { id: gone.id, isActive: false, reasons: ['name and birth date', 'phone', 'social security number'] },
    ]);
  });

  it('never include the patient being edited', async () => {
    expect(await check({ phone: '4105551234', excludeId: nunez.id })).toEqual([]);
  });

  it('are limited to ten, active ones first, for a family with one phone number', async () => {
    const phone = '3015557777';
    await makePatient(portal, { phone, isActive: false });
    for (let index = 0; index < 10; index += 1) await makePatient(portal, { phone });
    const matches = await check({ phone });
    expect(matches).toHaveLength(10);
    expect(matches.every(({ isActive }) => isActive)).toBe(true);
  });

  it('audit which patients were shown, but not the input', async () => {
    await check({ lastName: 'Sought', phone: '4105551234' });
    const entry = (await auditOf(portal, 'Patient', null)).at(-1);
    expect(entry).toMatchObject({
      action: 'Accessed',
      user_id: staff.id,
      new_values: { patientIds: [nunez.id] },
    });
    expect(JSON.stringify(entry)).not.toMatch(/sought|4105551234/i);
  });

  it('return 400 for invalid input', async () => {
    const answer = await portal.call(
      patientDuplicates,
      { body: { ...NOBODY, lastName: '', phone: '12', socialSecurityNumber: '123' } },
      staff,
    );
    expect(answer).toMatchObject({
      ok: false,
      status: 400,
      error: {
        errors: {
          lastName: ['Last name is required'],
          phone: ['Enter one US number with its area code, such as (555) 123-4567 ext. 89'],
          socialSecurityNumber: ['Enter a valid social security number (XXX-XX-XXXX)'],
        },
      },
    });
  });
});
