import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { session } from '#lib/portal.ts';
import { answersPasskey, asksForSecondFactor, stubBrowserPasskeys } from '#lib/test/browser-passkeys.ts';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { aToken, aUser } from '#lib/test/people.ts';
import { stubServer } from '#lib/test/sign-in.ts';
import { LoginPage } from './LoginPage.tsx';

const START = `${globalThis.location.origin}/api/auth/sso/start`;
const TICKET = 'T'.repeat(43);
const EXCHANGE = 'POST /auth/sso/session';
const button = () => screen.getByRole('link', { name: 'Sign in with Entra ID' });

/** Writes into the page what the server writes. */
function options(password = true, start = START): void {
  const meta = document.createElement('meta');
  meta.name = 'sign-in-options';
  meta.content = JSON.stringify({ sso: { name: 'Entra ID', start }, password });
  document.head.append(meta);
}

let server: FakeServer;
beforeEach(async () => {
  server = stubServer();
  await session.signOut();
  await session.start();
  options();
});
afterEach(() => {
  document.head.querySelector('meta[name="sign-in-options"]')?.remove();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

function comeBack(fragment: string): void {
  window.history.replaceState(null, '', `/login#${fragment}`);
  render(<LoginPage />);
}

describe('single sign-on', () => {
  it('is offered above the form, which is ready at once', () => {
    render(<LoginPage />);
    expect(button().getAttribute('href')).toBe(START);
    const username = screen.getByRole('textbox', { name: 'Username' });
    expect(button().compareDocumentPosition(username) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(document.activeElement).toBe(username);
    expect(server.calls.filter(({ path }) => path.includes('sso'))).toEqual([]);
  });

  it('begins at the portal’s own address, which keeps the page to return to', () => {
    document.head.querySelector('meta[name="sign-in-options"]')?.remove();
    options(true, 'https://portal.example/api/auth/sso/start');
    const state = { returnTo: { path: '/patients?page=2', userId: null } };
    window.history.replaceState(state, '', '/login');
    render(<LoginPage />);
    const link = screen.getByRole('link', { name: 'Continue at portal.example to sign in with Entra ID' });
    expect(link.getAttribute('href')).toBe('https://portal.example/patients?page=2');
    expect(screen.getByRole('textbox', { name: 'Username' })).toBeTruthy();
  });

  it('shows the form only on request if password sign-in is turned off', async () => {
    document.head.querySelector('meta[name="sign-in-options"]')?.remove();
    options(false);
    const user = userEvent.setup();
    render(<LoginPage />);
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Use a password' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Username' }));
  });

  it('exchanges the ticket once, removes it from the URL and restores the page to return to', async () => {
    const state = { returnTo: { path: '/patients', userId: null } };
    sessionStorage.setItem('sso-return', JSON.stringify(state));
    server.on(EXCHANGE, { body: { token: aToken(), user: aUser() } });
    comeBack(`sso-ticket=${TICKET}`);
    await waitFor(() => expect(session.state().isAuthenticated).toBe(true));
    expect(server.calls.filter(({ path }) => path === '/auth/sso/session').map(({ body }) => body)).toEqual([
      { ticket: TICKET },
    ]);
    expect(window.location.hash).toBe('');
    expect(window.history.state).toEqual(state);
    expect(sessionStorage).toHaveLength(0);
  });

  it('asks for the code of 2FA and can be canceled', async () => {
    server.on(EXCHANGE, { status: 401, body: { code: 'SECOND_FACTOR_REQUIRED', message: 'Enter the code' } });
    const user = userEvent.setup();
    comeBack(`sso-ticket=${TICKET}`);
    const code = await screen.findByRole('textbox', { name: 'Authentication code' });
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(screen.getByText('Code is required')).toBeTruthy();
    server.on(EXCHANGE, {
      status: 401,
      body: { code: 'INVALID_CREDENTIALS', message: 'The code is not valid.' },
    });
    await user.type(code, '123456');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The code is not valid.');
    expect(server.calls.at(-1)?.body).toEqual({ ticket: TICKET, code: '123456' });
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(button()).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks an administrator for the password once, and can be canceled', async () => {
    const ask = { status: 401, body: { code: 'PASSWORD_REQUIRED', message: 'Enter its password once.' } };
    server.on(EXCHANGE, ask);
    const user = userEvent.setup();
    comeBack(`sso-ticket=${TICKET}`);
    expect(await screen.findByText(/Your account administers this portal/)).toBeTruthy();
    const password = screen.getByLabelText('Password');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Link and sign in' }));
    expect(screen.getByText('Password is required')).toBeTruthy();
    server.on(EXCHANGE, {
      status: 401,
      body: { code: 'INVALID_CREDENTIALS', message: 'Password is incorrect.' },
    });
    await user.type(password, 'wrong');
    await user.click(screen.getByRole('button', { name: 'Link and sign in' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Password is incorrect.');
    expect(server.calls.at(-1)?.body).toEqual({ ticket: TICKET, password: 'wrong' });
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong');
    server.on(EXCHANGE, { body: { token: aToken(), user: aUser() } });
    await user.click(screen.getByRole('button', { name: 'Link and sign in' }));
    await waitFor(() => expect(session.state().isAuthenticated).toBe(true));
  });

  it('names the account that is linked to another identity, but shows no other text of the address', () => {
    comeBack('sso-failure=relink&sso-account=nadams');
    expect(screen.getByRole('alert').textContent).toContain(
      'The account nadams is linked to another identity at Entra ID.',
    );
  });

  it('shows no text that is not a username', () => {
    comeBack(`sso-failure=relink&sso-account=${encodeURIComponent('call 555-0100 now')}`);
    expect(screen.getByRole('alert').textContent).toContain('Your account is linked to another identity');
  });

  it('accepts a passkey as the second factor, and asks for a new request for another try', async () => {
    stubBrowserPasskeys({ get: answersPasskey });
    server.on(EXCHANGE, asksForSecondFactor());
    const user = userEvent.setup();
    comeBack(`sso-ticket=${TICKET}`);
    const use = await screen.findByRole('button', { name: 'Use Passkey' });
    server.on(EXCHANGE, { status: 401, body: { code: 'INVALID_CREDENTIALS', message: 'Refused.' } });
    await user.click(use);
    expect((await screen.findByRole('alert')).textContent).toContain('Refused.');
    expect(server.calls.at(-1)?.body).toMatchObject({ ticket: TICKET, passkey: { id: 'aWQ' } });
    server.on(EXCHANGE, asksForSecondFactor());
    await user.click(screen.getByRole('button', { name: 'Use Passkey' }));
    await waitFor(() => expect(server.countOf(EXCHANGE)).toBe(4));
    expect(server.calls.filter(({ path }) => path === '/auth/sso/session').at(-2)?.body).toEqual({
      ticket: TICKET,
    });
  });

  it('goes back to the start if the ticket has expired while the user looked for the code', async () => {
    server.on(EXCHANGE, { status: 401, body: { code: 'SECOND_FACTOR_REQUIRED', message: 'Enter the code' } });
    const user = userEvent.setup();
    comeBack(`sso-ticket=${TICKET}`);
    await user.type(await screen.findByRole('textbox', { name: 'Authentication code' }), '123456');
    server.on(EXCHANGE, {
      status: 401,
      body: { code: 'SSO_EXPIRED', message: 'This sign-in took too long.' },
    });
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This sign-in took too long.');
    expect(button()).toBeTruthy();
  });

  it.each([
    ['unavailable', 'Entra ID did not answer.'],
    ['unknown', 'No active account of this portal belongs to your sign-in at Entra ID.'],
    ['clock', 'differ by more than five minutes'],
    ['<b>Call 555-0100</b>', 'could not be verified'],
  ])('says what %s means, without text of the URL', async (failure, text) => {
    comeBack(`sso-failure=${encodeURIComponent(failure)}`);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain(text);
    expect(alert.textContent).not.toContain('555');
    expect(window.location.hash).toBe('');
    expect(button()).toBeTruthy();
  });
});
