import type { UserEvent } from '@testing-library/user-event';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answersPasskey,
  createsPasskey,
  PASSKEY_REQUEST,
  rejectsPasskey,
  stubBrowserPasskeys,
} from '#lib/test/browser-passkeys.ts';
import { aPasskey, aProfile, openProfile, part, someFactors } from './test/profile-fixtures.ts';

const CODES = ['aaaa-1111', 'bbbb-2222'];
const CREATION = {
  rp: { id: 'localhost', name: 'Practice' },
  user: { id: 'aWQ', name: 'jdoe', displayName: '' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'preferred',
    requireResidentKey: false,
    userVerification: 'preferred',
  },
  attestation: 'none',
};
const isOn = () => aProfile({ user: { secondFactorEnabled: true }, recoveryCodesLeft: 5 });
const security = () => part('Sign-in and security');
async function openDialog(user: UserEvent, button: string) {
  await user.click(await (await security()).findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

describe('passkeys in the profile', () => {
  it('lists them with their use', async () => {
    stubBrowserPasskeys();
    const passkeys = [
      aPasskey({ name: 'Laptop' }),
      aPasskey({
        id: '44444444-4444-4444-8444-444444444444',
        name: 'Phone',
        lastUsedAt: '2026-11-21T15:00:00Z',
      }),
    ];
    await openProfile({ profile: isOn(), factors: { passkeys } });
    const list = within(await (await security()).findByRole('list', { name: 'Passkeys' }));
    expect(list.getByText('Laptop')).toBeTruthy();
    expect(list.getByText(/not used yet/)).toBeTruthy();
    expect(list.getByText(/last used/)).toBeTruthy();
  });

  it.each([
    ['https://portal.example', /Passkeys work only at https:\/\/portal\.example/],
    [null, /address is a number/],
  ])('explains at another address than %s, without a button', async (passkeyAddress, text) => {
    stubBrowserPasskeys();
    await openProfile({ factors: { passkeyAddress } });
    const section = await security();
    expect(await section.findByText(text)).toBeTruthy();
    expect(section.queryByRole('button', { name: 'Add a Passkey' })).toBeNull();
  });

  it('links to the right address where a passkey would confirm who the user is', async () => {
    stubBrowserPasskeys();
    const passkeyAddress = 'https://portal.example';
    const { user } = await openProfile({
      profile: isOn(),
      factors: { passkeyAddress, passkeys: [aPasskey()] },
    });
    const dialog = await openDialog(user, 'New Recovery Codes');
    const link = await dialog.findByRole('link', { name: 'Continue at portal.example' });
    expect(link.getAttribute('href')).toBe(`${passkeyAddress}${globalThis.location.pathname}`);
    expect(dialog.getByLabelText(/^Code/)).toBeTruthy();
  });

  it('explains in a browser that has none', async () => {
    await openProfile();
    expect(await (await security()).findByText(/does not support passkeys/)).toBeTruthy();
  });

  it('keeps the last factor where 2FA is required', async () => {
    stubBrowserPasskeys();
    const profile = { ...isOn(), twoFactorRequired: true };
    await openProfile({ profile, factors: { hasApp: false, passkeys: [aPasskey()] } });
    const section = await security();
    expect(await section.findByText('Front desk')).toBeTruthy();
    expect(section.queryByRole('button', { name: /Remove/ })).toBeNull();
    expect(section.queryByRole('button', { name: 'Turn Off' })).toBeNull();
  });

  it('adds one after the password, and shows the recovery codes once', async () => {
    stubBrowserPasskeys({ create: createsPasskey });
    const { server, user } = await openProfile();
    const dialog = await openDialog(user, 'Add a Passkey');
    const name = dialog.getByLabelText(/^Name/);
    expect(document.activeElement).toBe(name);
    await user.clear(name);
    await user.paste('Front desk');
    await user.click(dialog.getByLabelText(/^Your password/));
    await user.paste('right');
    server.on('POST /auth/passkeys/start', { body: CREATION });
    server.on('POST /auth/passkeys', { body: { passkey: aPasskey(), recoveryCodes: CODES } });
    server.on('GET /user/profile', { body: isOn() });
    server.on('GET /auth/second-factor', { body: { ...someFactors(false), passkeys: [aPasskey()] } });
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('bbbb-2222')).toBeTruthy();
    const bodyOf = (path: string) => server.calls.find((call) => call.path === path)?.body;
    expect(bodyOf('/auth/passkeys/start')).toEqual({ password: 'right' });
    expect(bodyOf('/auth/passkeys')).toMatchObject({
      name: 'Front desk',
      passkey: { id: 'aWQ', type: 'public-key', clientExtensionResults: {} },
    });
    await user.click(dialog.getByText('I have saved these codes'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await (await security()).findByText('Front desk')).toBeTruthy();
  });

  it.each([
    ['NotAllowedError', /it was cancelled, or it took too long/],
    ['InvalidStateError', /already has a passkey/],
    ['SecurityError', /do not work at this address/],
    ['NotSupportedError', /cannot create a passkey that the portal accepts/],
    ['UnknownError', /could not use a passkey/],
  ])('explains a %s of the browser and keeps the input', async (error, text) => {
    stubBrowserPasskeys({ create: rejectsPasskey(error) });
    const { server, user } = await openProfile();
    const dialog = await openDialog(user, 'Add a Passkey');
    await user.click(dialog.getByLabelText(/^Your password/));
    await user.paste('right');
    server.on('POST /auth/passkeys/start', { body: CREATION });
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(text);
    expect(dialog.getByLabelText(/^Your password/)).toHaveProperty('value', 'right');
    expect(server.countOf('POST /auth/passkeys')).toBe(0);
  });

  it('renames one', async () => {
    stubBrowserPasskeys();
    const { server, user } = await openProfile({ profile: isOn(), factors: { passkeys: [aPasskey()] } });
    const dialog = await openDialog(user, 'Rename the passkey Front desk');
    const name = dialog.getByLabelText(/^Name/);
    await user.clear(name);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Name is required')).toBeTruthy();
    await user.type(name, 'Back office');
    server.on('PUT /auth/passkeys/:id', { body: aPasskey({ name: 'Back office' }) });
    server.on('GET /auth/second-factor', {
      body: { ...someFactors(true), passkeys: [aPasskey({ name: 'Back office' })] },
    });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await (await security()).findByText('Back office')).toBeTruthy();
  });

  it('removes the last one with a passkey as proof, and says that this turns off 2FA', async () => {
    stubBrowserPasskeys({ get: answersPasskey });
    const factors = { hasApp: false, passkeys: [aPasskey()] };
    const { server, user } = await openProfile({ profile: isOn(), factors });
    const dialog = await openDialog(user, 'Remove the passkey Front desk');
    expect(
      dialog.getByText(/turns off two-factor authentication and removes your recovery codes/),
    ).toBeTruthy();
    expect(dialog.queryByLabelText(/^Code/)).toBeNull();
    await user.click(dialog.getByLabelText(/^Your password/));
    await user.paste('right');
    server.on('POST /auth/second-factor/challenge', { body: PASSKEY_REQUEST });
    server.on('POST /auth/passkeys/:id/remove', { status: 204 });
    server.on('GET /user/profile', { body: aProfile() });
    server.on('GET /auth/second-factor', { body: someFactors(false) });
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = server.calls.find(({ path }) => path.endsWith('/remove'))?.body;
    expect(sent).toMatchObject({ password: 'right', passkey: { id: 'aWQ', response: {} } });
    expect(await (await security()).findByText('Off')).toBeTruthy();
  });

  it('offers a recovery code instead of a passkey', async () => {
    stubBrowserPasskeys({ get: rejectsPasskey('NotAllowedError') });
    const factors = { hasApp: false, passkeys: [aPasskey()] };
    const { server, user } = await openProfile({ profile: isOn(), factors });
    const dialog = await openDialog(user, 'New Recovery Codes');
    await user.click(dialog.getByLabelText(/^Your password/));
    await user.paste('right');
    await user.click(dialog.getByRole('button', { name: 'Use a code instead' }));
    await user.click(dialog.getByLabelText(/^Code/));
    expect(dialog.getByText('One of your recovery codes')).toBeTruthy();
    await user.paste('AAAAA-22222');
    server.on('POST /auth/second-factor/recovery-codes', { body: { recoveryCodes: CODES } });
    await user.click(dialog.getByRole('button', { name: 'Generate New Codes' }));
    expect(await dialog.findByText('bbbb-2222')).toBeTruthy();
    const sent = server.calls.find(({ path }) => path.endsWith('/recovery-codes'))?.body;
    expect(sent).toEqual({ password: 'right', code: 'AAAAA-22222' });
  });
});
