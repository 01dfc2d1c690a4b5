import type { UserEvent } from '@testing-library/user-event';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aProfile, openProfile, part } from './test/profile-fixtures.ts';

const SETUP = { secret: 'ABCDEFGHIJKL', uri: 'otpauth://totp/Portal:jdoe?secret=ABCDEFGHIJKL' };
const CODES = ['aaaa-1111', 'bbbb-2222'];
const isOn = (recoveryCodesLeft: number) =>
  aProfile({ user: { secondFactorEnabled: true }, recoveryCodesLeft });
const security = () => part('Sign-in and security');

async function openDialog(user: UserEvent, button: string) {
  await user.click(await (await security()).findByText(button));
  return within(await screen.findByRole('dialog'));
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;
async function write(user: UserEvent, dialog: Dialog, label: RegExp, text: string) {
  await user.click(dialog.getByLabelText(label));
  await user.paste(text);
}

describe('sign-in and security', () => {
  it('offers to set up two-factor authentication while it is off', async () => {
    await openProfile();
    const section = await security();
    expect(section.getByText('Off')).toBeTruthy();
    expect(await section.findByText('Set Up')).toBeTruthy();
    expect(section.queryByText('Turn Off')).toBeNull();
    expect(section.getByText('Change Password').getAttribute('href')).toBe('/change-password');
  });

  it.each([
    [0, '0 recovery codes are left.', true],
    [1, '1 recovery code is left.', true],
    [2, '2 recovery codes are left.', true],
    [3, '3 recovery codes are left.', false],
  ])('with %d recovery codes says "%s" and warns: %s', async (left, text, warns) => {
    await openProfile({ profile: isOn(left) });
    const section = await security();
    expect(section.getByText(text, { exact: false })).toBeTruthy();
    expect(await section.findByText('Turn Off')).toBeTruthy();
    expect(section.queryByText(/You are running low on recovery codes/) !== null).toBe(warns);
    expect(section.queryByText('Set Up')).toBeNull();
  });
});

describe('setting up two-factor authentication', () => {
  it('asks for the password first and stays on that step while it is wrong', async () => {
    const { server, user } = await openProfile();
    const dialog = await openDialog(user, 'Set Up');
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Your password/));
    await user.click(dialog.getByText('Continue'));
    expect(await dialog.findByText('Password is required')).toBeTruthy();
    expect(server.countOf('POST /auth/second-factor/setup')).toBe(0);
    await write(user, dialog, /^Your password/, 'wrong');
    server.on('POST /auth/second-factor/setup', {
      status: 422,
      body: {
        code: 'WRONG_PASSWORD',
        message: 'The password is not correct.',
        errors: { password: ['The password is not correct.'] },
      },
    });
    await user.click(dialog.getByText('Continue'));
    expect(await dialog.findByText('The password is not correct.')).toBeTruthy();
    expect(dialog.queryByText(/scan this code/)).toBeNull();
  });

  it('shows the key in groups, refuses a wrong code, and shows the recovery codes once', async () => {
    const { server, user } = await openProfile();
    const dialog = await openDialog(user, 'Set Up');
    await write(user, dialog, /^Your password/, 'right');
    server.on('POST /auth/second-factor/setup', { body: SETUP });
    await user.click(dialog.getByText('Continue'));
    expect(await dialog.findByText('ABCD EFGH IJKL')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Code/));
    await write(user, dialog, /^Code/, '000000');
    server.on('POST /auth/second-factor/enable', {
      status: 422,
      body: {
        code: 'WRONG_CODE',
        message: 'The code is not valid.',
        errors: { code: ['The code is not valid.'] },
      },
    });
    await user.click(dialog.getByText('Turn On'));
    expect(await dialog.findByText('The code is not valid.')).toBeTruthy();
    expect(dialog.getByText('ABCD EFGH IJKL')).toBeTruthy();
    server.on('POST /auth/second-factor/enable', { body: { recoveryCodes: CODES } });
    server.on('GET /user/profile', { body: isOn(2) });
    await user.click(dialog.getByText('Turn On'));
    for (const code of CODES) expect(await dialog.findByText(code)).toBeTruthy();
    await user.click(dialog.getByText('I have saved these codes'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await (await security()).findByText('On')).toBeTruthy();
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
  });

  it('discards the key when canceled', async () => {
    const { server, user } = await openProfile();
    const dialog = await openDialog(user, 'Set Up');
    await write(user, dialog, /^Your password/, 'right');
    server.on('POST /auth/second-factor/setup', { body: SETUP });
    await user.click(dialog.getByText('Continue'));
    await dialog.findByText('ABCD EFGH IJKL');
    await user.click(dialog.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openDialog(user, 'Set Up');
    expect(again.getByLabelText(/^Your password/)).toHaveProperty('value', '');
    expect(again.queryByText('ABCD EFGH IJKL')).toBeNull();
  });
});

const openProof = async (button: string) => {
  const page = await openProfile({ profile: isOn(2) });
  return { ...page, dialog: await openDialog(page.user, button) };
};

describe('changing two-factor authentication', () => {
  it.each([
    ['Turn Off', 'Turn Off', 'disable'],
    ['New Recovery Codes', 'Generate New Codes', 'recovery-codes'],
  ])('%s asks for password and code', async (button, submit, call) => {
    const { server, user, dialog } = await openProof(button);
    await user.click(dialog.getByText(submit));
    expect(await dialog.findByText('Password is required')).toBeTruthy();
    expect(server.countOf(`POST /auth/second-factor/${call}`)).toBe(0);
  });

  it('keeps the dialog open when turning off fails', async () => {
    const { server, user, dialog } = await openProof('Turn Off');
    expect(dialog.getByText(/Your password must have at least 15 characters\.$/)).toBeTruthy();
    await write(user, dialog, /^Your password/, 'right');
    await write(user, dialog, /^Code/, '123456');
    server.on('POST /auth/second-factor/disable', { status: 500 });
    await user.click(dialog.getByText('Turn Off', { selector: 'button' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    expect(dialog.getByLabelText(/^Code/)).toHaveProperty('value', '123456');
    server.on('POST /auth/second-factor/disable', { status: 204 });
    server.on('GET /user/profile', { body: aProfile() });
    await user.click(dialog.getByText('Turn Off', { selector: 'button' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await (await security()).findByText('Off')).toBeTruthy();
  });

  it('shows the new recovery codes and sends password and code', async () => {
    const { server, user, dialog } = await openProof('New Recovery Codes');
    await write(user, dialog, /^Your password/, 'right');
    await write(user, dialog, /^Code/, '123456');
    server.on('POST /auth/second-factor/recovery-codes', { body: { recoveryCodes: CODES } });
    await user.click(dialog.getByText('Generate New Codes'));
    expect(await dialog.findByText('bbbb-2222')).toBeTruthy();
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      password: 'right',
      code: '123456',
    });
  });
});
