import { roleLabel } from '@portal/domain/roles';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aListedUser } from '#lib/test/people.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { UserCreatePage } from './UserCreatePage.tsx';
import { ADMIN, roleId, ROLES, TITLES, withChoices } from '../test/user-fixtures.ts';

const CREATED = { temporaryPassword: 'Temporary7Words9', user: aListedUser({ username: 'alee' }) };

interface Options {
  readonly answer?: Answer;
  readonly roles?: Answer;
  readonly titles?: Answer;
}

async function create({
  answer = { status: 201, body: CREATED },
  roles = { body: ROLES },
  titles = { body: TITLES },
}: Options = {}) {
  const server = withChoices(createFakeServer());
  server.on('GET /user/roles', roles);
  server.on('GET /admin/title/active', titles);
  server.on('POST /user', answer);
  const page = await showPage({
    server,
    at: '/users/new',
    pages: { '/users/new': UserCreatePage },
    user: ADMIN,
  });
  const posts = () => server.calls.filter(({ method }) => method === 'POST');
  return { ...page, server, posts };
}

async function fillIn({ user }: Pick<Awaited<ReturnType<typeof create>>, 'user'>) {
  await user.type(await screen.findByLabelText(/First Name/), 'Ann');
  await user.type(screen.getByLabelText(/Last Name/), 'Lee');
}
const save = () => screen.getByText('Create User');
const title = () => screen.queryByRole('combobox', { name: /Title/ });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('adding a user', () => {
  it('names the characters that the PDF cannot show, and counts those that are too many, while typing', async () => {
    const { user } = await create();
    await user.click(await screen.findByLabelText(/First Name/));
    await user.paste('Ann 🩺');
    await user.click(screen.getByLabelText(/Last Name/));
    await user.paste('x'.repeat(101));
    expect(screen.getByText('The PDF cannot show 🩺 (U+1FA7A). Use words instead.')).toBeTruthy();
    expect(screen.getByText('1 character too many (100 allowed)')).toBeTruthy();
  });

  it('explains what the system generates and sends the complete payload', async () => {
    const page = await create();
    await fillIn(page);
    expect(
      screen.getByText(
        'The system generates a unique username from the name and a temporary password. The user must change the password at first login.',
      ),
    ).toBeTruthy();
    expect(screen.getByText('Back').getAttribute('href')).toBe('/users');
    for (const absent of [/Status/, /Username/, /Title/]) expect(screen.queryByLabelText(absent)).toBeNull();
    expect(screen.getByRole('combobox', { name: /Role/ }).textContent).toBe('Staff');
    await page.user.click(save());
    await screen.findByText('User Created Successfully');
    expect(page.posts()[0]?.body).toEqual({
      email: null,
      firstName: 'Ann',
      lastName: 'Lee',
      title: null,
      npi: null,
      supervisorId: null,
      employeeId: '',
      roleIds: [roleId('Staff')],
      officeId: null,
      hireDate: null,
    });
    expect(page.posts()[0]?.headers.get('idempotency-key')).toBeTruthy();
  });

  it('sends an email address if one is given', async () => {
    const page = await create();
    await fillIn(page);
    await page.user.type(screen.getByLabelText('Email'), 'ann@clinic.example');
    await page.user.click(save());
    await waitFor(() => expect(page.posts()[0]?.body).toMatchObject({ email: 'ann@clinic.example' }));
  });

  it('shows username, email and temporary password until Continue, which opens /users', async () => {
    const page = await create();
    await fillIn(page);
    await page.user.click(save());
    const dialog = await screen.findByRole('dialog', { name: 'User Created Successfully' });
    for (const text of ['alee', 'alee@practice.example', 'Temporary7Words9'])
      expect(dialog.textContent).toContain(text);
    expect(screen.getByText('Important: Save this temporary password')).toBeTruthy();
    await page.user.keyboard('{Escape}');
    const outside = document.querySelector('.MuiDialog-container');
    if (outside !== null) await page.user.click(outside);
    expect(screen.getByRole('dialog', { name: 'User Created Successfully' })).toBeTruthy();
    await page.user.click(screen.getByText('Continue'));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/users'));
  });

  it('says how to get a password if the answer of the first try was lost', async () => {
    const page = await create({ answer: { status: 201, body: { ...CREATED, temporaryPassword: null } } });
    await fillIn(page);
    await page.user.click(save());
    const dialog = await screen.findByRole('dialog', { name: 'User Created Successfully' });
    expect(dialog.textContent).toContain('choose Reset Password');
    expect(dialog.textContent).not.toContain('Important');
  });

  it('shows the title for provider roles only, and requires it there', async () => {
    const page = await create();
    await fillIn(page);
    const choose = async (role: string) => {
      await page.user.click(screen.getByRole('combobox', { name: /Role/ }));
      await page.user.click(screen.getByText(`About ${role}`));
    };
    for (const role of ['ProviderMidLevel', 'ProviderPhysician']) {
      await choose('MedicalAssistant');
      expect(title()).toBeNull();
      await choose(role);
      expect(title()).toBeTruthy();
    }
    await page.user.click(screen.getByRole('combobox', { name: /Title/ }));
    expect(options()).toEqual(['None', 'MD - Doctor of Medicine', 'DO - Doctor of Osteopathic Medicine']);
    await page.user.click(screen.getByText('None'));
    await page.user.click(save());
    await screen.findByText('Title is required for provider roles');
    expect(page.posts()).toEqual([]);
    await page.user.click(screen.getByRole('combobox', { name: /Title/ }));
    await page.user.click(screen.getByText('MD - Doctor of Medicine'));
    await page.user.click(save());
    await waitFor(() => expect(page.posts()[0]?.body).toMatchObject({ title: 'MD' }));
  });

  it('requires first and last name, and focuses the first missing field', async () => {
    const { user, posts } = await create();
    await user.type(await screen.findByLabelText(/Last Name/), 'Kept');
    await user.click(save());
    await screen.findByText('First name is required');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/First Name/)));
    expect(screen.getByLabelText(/Last Name/)).toHaveProperty('value', 'Kept');
    await user.clear(screen.getByLabelText(/Last Name/));
    expect(await screen.findByText('Last name is required')).toBeTruthy();
    expect(posts()).toEqual([]);
  });

  it('offers each role with its description', async () => {
    const { user } = await create();
    await user.click(await screen.findByRole('combobox', { name: /Role/ }));
    expect(options()).toEqual(ROLES.map(({ name, description }) => `${roleLabel(name)}${description}`));
  });

  it('defaults to the first role if there is no Staff', async () => {
    const role = { id: roleId('Staff'), name: 'Auditor', description: 'Looks on' };
    await create({ roles: { body: [role] } });
    expect((await screen.findByRole('combobox', { name: /Role/ })).textContent).toBe('Auditor');
  });

  it('shows "No roles available" if the list is empty', async () => {
    const { user } = await create({ roles: { body: [] } });
    await user.click(await screen.findByRole('combobox', { name: /Role/ }));
    expect(screen.getByText('No roles available')).toBeTruthy();
  });

  it('offers no titles when they fail to load', async () => {
    const { user } = await create({ titles: { status: 400, body: {} } });
    await user.click(await screen.findByRole('combobox', { name: /Role/ }));
    await user.click(screen.getByText('Physician'));
    await user.click(screen.getByRole('combobox', { name: /Title/ }));
    expect(options()).toEqual(['None']);
  });
});

describe('user creation errors', () => {
  it('show "Failed to load roles" and offer a retry', async () => {
    const { server, user } = await create({ roles: { status: 500, body: {} } });
    await screen.findByText(/Failed to load roles/);
    server.on('GET /user/roles', { body: ROLES });
    await user.click(screen.getByText('Retry'));
    expect(await screen.findByLabelText(/First Name/)).toBeTruthy();
  });

  it.each([
    [{ message: 'The server says no.' }, 'The server says no.'],
    [
      { errors: { budget: ['too small', 'too old'], other: ['bad'] } },
      'budget: too small, too old; other: bad',
    ],
    ['Plain words', 'Plain words'],
    [{}, 'Failed to save user'],
  ])('show for %j %s and keep the input', async (body, text) => {
    const page = await create({ answer: { status: 422, body } });
    await fillIn(page);
    await page.user.click(save());
    expect((await screen.findByText(text)).textContent).toBe(text);
    expect(screen.getByLabelText(/First Name/)).toHaveProperty('value', 'Ann');
    expect(screen.getByLabelText(/Last Name/)).toHaveProperty('value', 'Lee');
  });
});
