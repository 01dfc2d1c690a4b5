import { changePassword, login } from '@portal/contract/session';
import { userImport, userImportPreview, type UserImportRow } from '@portal/contract/user-imports';
import { userList } from '@portal/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, makeOffice, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';

const person = (change: UserImportRow): UserImportRow => ({
  firstName: 'Ida',
  lastName: 'Novak',
  roles: 'Staff',
  ...change,
});
const provider = (firstName: string, npi: string) =>
  person({ firstName, lastName: 'Provider', roles: 'Mid-Level Provider', title: 'PA-C', npi });
const crowd = (size: number) =>
  Array.from({ length: size }, (_, index) => person({ firstName: `F${index}`, lastName: 'Crowd' }));

describe('importing users', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let superAdmin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal({ env: { EMAIL_DOMAIN: 'clinic.example' } });
    admin = await signedInAs(portal, 'Admin');
    superAdmin = await signedInAs(portal, 'SuperAdmin');
    await portal.deps.db
      .insertInto('titles')
      .values({ code: 'PA-C', description: 'Physician Assistant', display_order: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  afterAll(() => portal.close());

  const preview = async (body: UserImportRow[], caller = admin) =>
    (await portal.succeed(userImportPreview, { body }, caller)).rows;
  const messages = async (row: UserImportRow, caller = admin) => (await preview([row], caller))[0]?.messages;
  const count = async () => (await portal.succeed(userList, { query: {} }, admin)).totalCount;

  it('creates nobody twice when a list is sent forty times at once', async () => {
    const body = [person({ firstName: 'Forty', lastName: 'Once' })];
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => portal.call(userImport, { body }, admin)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('creates users like by hand, with temporary passwords that must be changed', async () => {
    await makeOffice(portal, { name: 'Harbor Clinic' });
    const rows: UserImportRow[] = [
      {
        firstName: 'Zora',
        lastName: 'Quill',
        roles: 'Mid-Level Provider; Staff',
        title: 'pa-c',
        npi: '1234567893',
        email: 'zora@elsewhere.example',
        office: 'harbor clinic',
        employeeId: 'E-77',
        hireDate: '3/2/2024',
      },
      { firstName: 'Yan', lastName: 'Quill', roles: 'Staff', title: 'Front Desk', email: '' },
    ];
    const before = await count();
    expect(await preview(rows)).toEqual([
      { index: 0, messages: [], notes: [] },
      { index: 1, messages: [], notes: ['Title left out: only providers have one'] },
    ]);
    expect(await count()).toBe(before);
    const { users, temporaryPasswords } = await portal.succeed(userImport, { body: rows }, admin);
    expect(users).toMatchObject([
      { index: 0, username: 'zquill', email: 'zora@elsewhere.example' },
      { index: 1, username: 'yquill', email: 'yquill@clinic.example' },
    ]);
    const [zora] = (await portal.succeed(userList, { query: { search: 'zquill' } }, admin)).users;
    expect(zora).toMatchObject({
      roles: ['ProviderMidLevel', 'Staff'],
      title: 'PA-C',
      npi: '1234567893',
      office: { name: 'Harbor Clinic' },
      employeeId: 'E-77',
      hireDate: '2024-03-02',
      mustChangePassword: true,
      emailConfirmed: true,
    });
    expect(await auditOf(portal, 'User', zora?.id ?? '')).toMatchObject([
      { action: 'Created', user_id: admin.id, new_values: { userName: 'zquill', npi: '1234567893' } },
    ]);
    expect(new Set(temporaryPasswords).size).toBe(2);
    const [password = ''] = temporaryPasswords ?? [];
    const session = await portal.succeed(login, { body: { username: 'zquill', password } });
    expect(session.user.mustChangePassword).toBe(true);
    const changed = { currentPassword: password, newPassword: 'Quite-A-Long-One-2026' };
    expect((await portal.call(changePassword, { body: changed }, session)).ok).toBe(true);
  });

  it('shows the passwords once: a repeated request has none and creates nobody', async () => {
    const body = [{ firstName: 'Once', lastName: 'Only', roles: 'Staff' }];
    const headers = { 'idempotency-key': 'import-once' };
    const first = await portal.succeed(userImport, { body }, { ...admin, headers });
    expect(first.temporaryPasswords).toHaveLength(1);
    const again = await portal.succeed(userImport, { body }, { ...admin, headers });
    expect(again).toEqual({ ...first, temporaryPasswords: null });
  });

  it('names what is wrong with a row, and creates the others', async () => {
    const { userName } = await makeUser(portal, { firstName: 'Taken', lastName: 'Name' });
    await makeOffice(portal, { name: 'Closed', isActive: false });
    expect(await messages(person({ firstName: ' ', email: 'nobody', hireDate: 'soon' }))).toEqual([
      'Enter a valid email address',
      'First name is required',
      'Hire date must be a valid date (MM/DD/YYYY)',
    ]);
    expect(await messages(person({ roles: '' }))).toEqual(['Role is required']);
    expect(await messages(person({ roles: 'Nurse' }))).toEqual(['Role “Nurse” does not exist']);
    expect(await messages(person({ office: 'Closed' }))).toEqual(['Office “Closed” does not exist']);
    expect(await messages(person({ roles: 'Physician' }))).toEqual(['Title is required for provider roles']);
    expect(await messages(person({ roles: 'Physician', title: 'Wizard' }))).toContain(
      'Title “Wizard” does not exist',
    );
    expect(await messages(person({ roles: 'Physician', title: 'PA-C', npi: '1234567890' }))).toEqual([
      'NPI must have 10 digits with a correct check digit',
    ]);
    expect(await messages(person({ firstName: 'tàken', lastName: 'NAME' }))).toEqual([
      `tàken NAME is a user already (${userName}). Add a second person of this name by hand`,
    ]);
    const rows = [
      person({ email: 'ida@x.example' }),
      person({ firstName: 'IDA', email: 'other@x.example' }),
      person({ firstName: 'Eva', email: 'IDA@x.example' }),
      person({ firstName: 'Una' }),
    ];
    const { users, rows: outcomes } = await portal.succeed(userImport, { body: rows }, admin);
    expect(outcomes.map((row) => row.messages)).toEqual([
      [],
      ['An earlier row has this name'],
      ['An earlier row has this email address'],
      [],
    ]);
    expect(users.map(({ index }) => index)).toEqual([0, 3]);
    expect(await portal.call(userImport, { body: rows.slice(0, 1) }, admin)).toMatchObject({
      status: 400,
      error: { message: 'No row of the list can be imported' },
    });
  });

  it('refuses an NPI that somebody has', async () => {
    const rows = [
      provider('Abe', '1234567893'),
      provider('Bea', '1000000004'),
      provider('Cal', '1000000004'),
    ];
    await portal.call(userImport, { body: rows.slice(0, 1) }, admin);
    const found = await preview(rows);
    expect(found[0]?.messages).toContain('Another user has this NPI');
    expect(found.slice(1).map((row) => row.messages)).toEqual([[], ['An earlier row has this NPI']]);
  });

  it('lets an Admin give neither the role SuperAdmin nor a restricted office', async () => {
    await makeOffice(portal, { name: 'Vault', superAdminOnly: true });
    const root: UserImportRow = { firstName: 'Rae', lastName: 'Root', roles: 'Staff;SuperAdmin' };
    expect(await messages(root)).toEqual(['Only a SuperAdmin can assign the SuperAdmin role.']);
    expect(await messages({ ...root, roles: 'Staff', office: 'Vault' })).toEqual([
      'Office “Vault” does not exist',
    ]);
    expect(await messages({ ...root, office: 'Vault' }, superAdmin)).toEqual([]);
    expect((await portal.call(userImport, { body: [root] }, admin)).status).toBe(400);
  });

  it('gives many people different usernames, and refuses more than 500 rows', async () => {
    const { users } = await portal.succeed(userImport, { body: crowd(40) }, admin);
    expect(new Set(users.map(({ username }) => username)).size).toBe(40);
    expect(await portal.call(userImportPreview, { body: crowd(501) }, admin)).toMatchObject({ status: 400 });
  });
});
