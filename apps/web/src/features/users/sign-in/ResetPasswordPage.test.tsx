import type { User } from '@portal/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aListedUser } from '#lib/test/people.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';
import { ADMIN, withChoices } from '../test/user-fixtures.ts';

const DONE = { temporaryPassword: 'Temporary7Words9', suspendedKeys: 0 };

async function reset(user: User, answer: Answer = { body: DONE }) {
  const server = withChoices(createFakeServer());
  server.on(`GET /user/${user.id}`, { body: user });
  server.on(`POST /user/${user.id}/reset-password`, answer);
  const page = await showPage({
    server,
    at: `/users/${user.id}/reset-password`,
    pages: { '/users/:id/reset-password': ResetPasswordPage },
    user: ADMIN,
  });
  const confirm = async () => {
    await page.user.click(await screen.findByRole('button', { name: 'Reset Password' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirm Password Reset' });
    await page.user.click(within(dialog).getByText('Reset Password'));
  };
  return { ...page, server, confirm };
}

describe('admin reset password', () => {
  it('asks for confirmation, then shows the temporary password once, with instructions', async () => {
    const { server, confirm, user, router } = await reset(aListedUser());
    await confirm();
    expect(await screen.findByText('Temporary7Words9')).toBeTruthy();
    expect(screen.getByText(/The user must change it at next login/)).toBeTruthy();
    expect(screen.getByText('Copy password')).toBeTruthy();
    expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await user.click(screen.getByText('Continue'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });

  it('says before and afterwards what happens to API keys, and how they work again', async () => {
    const { confirm } = await reset(aListedUser(), { body: { ...DONE, suspendedKeys: 2 } });
    expect(await screen.findByText(/Their API keys stop working until they enable them again/)).toBeTruthy();
    await confirm();
    expect(
      await screen.findByText(
        /^2 API keys of theirs were suspended\. Integrations .* enables them under API Keys\.$/,
      ),
    ).toBeTruthy();
  });

  it('does nothing on Cancel', async () => {
    const { server, user } = await reset(aListedUser());
    await user.click(await screen.findByRole('button', { name: 'Reset Password' }));
    await user.click(await screen.findByText('Cancel'));
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it.each([
    [{ status: 422, body: {} }, 'Failed to reset password'],
    [{ status: 409, body: { message: 'Not now.' } }, 'Not now.'],
  ])('shows for %j in the dialog: %s', async (answer, text) => {
    const { confirm } = await reset(aListedUser(), answer);
    await confirm();
    expect(await within(screen.getByRole('alertdialog')).findByText(text)).toBeTruthy();
  });

  it('is not offered for the user’s own account', async () => {
    await reset(aListedUser({ id: ADMIN.id }));
    const profile = await screen.findByText('Profile');
    expect(profile.getAttribute('href')).toBe('/profile');
    expect(screen.queryByRole('button', { name: 'Reset Password' })).toBeNull();
  });

  it('is not offered to an Admin for a SuperAdmin', async () => {
    await reset(aListedUser({ roles: ['SuperAdmin'] }));
    expect(await screen.findByText('Only a SuperAdmin can change a SuperAdmin.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reset Password' })).toBeNull();
  });
});
