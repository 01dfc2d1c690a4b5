import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { session } from '#lib/portal.ts';
import { createQueryClient } from '#lib/query/query-client.ts';
import { aUser } from '#lib/test/people.ts';
import { signInAs } from '#lib/test/sign-in.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';

const GOOD = 'walnut bicycle orchard';
const FIELDS = [/^Current password/, /^New password/, /^Confirm new password/] as const;

const field = (label: RegExp) => screen.getByLabelText(label, { selector: 'input' });

async function fill(current: string, next: string, confirmed: string) {
  const server = await signInAs(aUser({ firstName: 'Thaddeus', mustChangePassword: true }));
  const onChanged = vi.fn<() => void>();
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChangePasswordForm onChanged={onChanged} />
    </QueryClientProvider>,
  );
  for (const [index, text] of [current, next, confirmed].entries()) {
    const label = FIELDS[index];
    if (label && text !== '') await user.type(field(label), text);
  }
  const submit = () => user.click(screen.getByRole('button', { name: 'Change Password' }));
  return { server, onChanged, submit };
}

describe('change password', () => {
  it('requires all three fields', async () => {
    const { submit, server } = await fill('', '', '');
    await submit();
    expect(await screen.findByText('Current password is required')).toBeTruthy();
    expect(screen.getByText('New password is required')).toBeTruthy();
    expect(screen.getByText('Confirm the new password')).toBeTruthy();
    expect(server.countOf('POST /auth/change-password')).toBe(0);
  });

  it.each([
    ['Thaddeus-Thaddeus-1', 'Thaddeus-Thaddeus-1', /^Do not base your password/],
    ['short', 'short', /Use at least 15 characters/],
    ['qwertyuiopasdfgh', 'qwertyuiopasdfgh', /neighboring keys$/],
    ['correct current password', 'correct current password', /must differ from the current one/],
    [GOOD, 'walnut bicycle', /The passwords do not match/],
  ])('refuses %s / %s', async (next, confirmed, message) => {
    const { submit, server } = await fill('correct current password', next, confirmed);
    await submit();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(server.countOf('POST /auth/change-password')).toBe(0);
  });

  it('sends current and new password and lets the user continue', async () => {
    const { submit, server, onChanged } = await fill('temporary', GOOD, GOOD);
    server.on('POST /auth/change-password', { status: 204 });
    await submit();
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    expect(server.calls.find(({ path }) => path === '/auth/change-password')?.body).toEqual({
      currentPassword: 'temporary',
      newPassword: GOOD,
    });
    expect(session.state().user?.mustChangePassword).toBe(false);
  });

  it('reports a wrong current password on its field', async () => {
    const { submit, server } = await fill('wrong', GOOD, GOOD);
    server.on('POST /auth/change-password', {
      status: 400,
      body: {
        message: 'Current password is incorrect.',
        code: 'WRONG_PASSWORD',
        errors: { currentPassword: ['Current password is incorrect.'] },
      },
    });
    await submit();
    expect(await screen.findByText('Current password is incorrect.')).toBeTruthy();
    expect(field(FIELDS[0]).getAttribute('aria-invalid')).toBe('true');
    expect(field(FIELDS[1])).toHaveProperty('value', GOOD);
    expect(session.state().isAuthenticated).toBe(true);
  });

  it.each([
    ['says nothing', () => ({ status: 500, body: '' })],
    ['cannot be reached', () => Promise.reject(new TypeError('network'))],
  ])('shows "Failed to change password" when the server %s', async (_, answer) => {
    const { submit, server } = await fill('temporary', GOOD, GOOD);
    server.on('POST /auth/change-password', answer);
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to change password');
  });
});
