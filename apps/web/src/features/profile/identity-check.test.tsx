import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { aProfile, openProfile, part } from './test/profile-fixtures.ts';

let meta: HTMLMetaElement;
beforeEach(() => {
  meta = document.createElement('meta');
  meta.name = 'sign-in-options';
  meta.content = JSON.stringify({
    sso: { name: 'Entra ID', start: 'https://portal.example/api/auth/sso/start' },
    password: false,
  });
  document.head.append(meta);
});
afterEach(() => meta.remove());

async function open(check: { password: boolean; confirmed: boolean }, isOn = false) {
  const server = createFakeServer();
  server.on('GET /auth/identity-check', { body: check });
  const profile = aProfile({ user: { secondFactorEnabled: isOn }, recoveryCodesLeft: 9 });
  return openProfile({ server, profile });
}

describe('confirming who you are with single sign-on', () => {
  it('needs no password soon after it', async () => {
    const { server, user } = await open({ password: false, confirmed: true });
    const section = await part('Sign-in and security');
    expect(await section.findByText('You sign in with Entra ID.', { exact: false })).toBeTruthy();
    expect(section.queryByText('Change Password')).toBeNull();
    await user.click(section.getByText('Set Up'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('You signed in with Entra ID just now', { exact: false })).toBeTruthy();
    expect(dialog.queryByLabelText(/^Your password/)).toBeNull();
    server.on('POST /auth/second-factor/setup', { body: { secret: 'ABCD', uri: 'otpauth://totp/x' } });
    await user.click(dialog.getByText('Continue'));
    expect(await dialog.findByText(/scan this code/)).toBeTruthy();
    expect(server.calls.find(({ path }) => path === '/auth/second-factor/setup')?.body).toEqual({});
  });

  it('later, says how, and asks for the password only of those who have one', async () => {
    const { user } = await open({ password: false, confirmed: false });
    await user.click(await (await part('Sign-in and security')).findByText('Set Up'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^To confirm that it is you, log out/)).toBeTruthy();
    expect(dialog.queryByLabelText(/^Your password/)).toBeNull();
    expect(dialog.getByText('Continue')).toHaveProperty('disabled', true);
  });

  it('asks for the password to turn off 2FA, if the user has one', async () => {
    const { user } = await open({ password: true, confirmed: true }, true);
    await user.click(await (await part('Sign-in and security')).findByText('Turn Off'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByLabelText(/^Your password/)).toBeTruthy();
  });
});
