import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#lib/portal.ts';
import type { FakeServer } from '#lib/test/fake-server.ts';
import {
  answersPasskey,
  asksForSecondFactor,
  PASSKEY_REQUEST,
  rejectsPasskey,
  stubBrowserPasskeys,
} from '#lib/test/browser-passkeys.ts';
import { stubServer } from '#lib/test/sign-in.ts';
import { LoginPage } from './LoginPage.tsx';

const username = () => screen.getByRole('textbox', { name: 'Username' });
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: /Sign In/ });
const lastBody = (server: FakeServer) => server.calls.findLast(({ path }) => path === '/auth/login')?.body;
const opens = () =>
  document.body.dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true }));

let server: FakeServer;

beforeEach(async () => {
  server = stubServer();
  await session.signOut();
  await session.start();
});

async function submit(name: string, secret: string) {
  const user = userEvent.setup();
  render(<LoginPage />);
  if (name !== '') await user.type(username(), name);
  if (secret !== '') await user.type(password(), secret);
  await user.click(button());
  return user;
}

describe('sign-in screen', () => {
  it('shows the product title, the exact notice, and help for a forgotten password', () => {
    render(<LoginPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Medical Portal' })).toBeTruthy();
    expect(
      screen.getByText(
        'This is a secure system. Unauthorized access is prohibited. All activities are monitored and logged.',
      ),
    ).toBeTruthy();
    expect(screen.getByText('Contact your administrator to reset your password')).toBeTruthy();
  });

  it('shows and hides the password', async () => {
    const user = userEvent.setup();
    render(<LoginPage />);
    expect(password()).toHaveProperty('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveProperty('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveProperty('type', 'password');
  });

  it('disables the context menu on this screen only', () => {
    const { unmount } = render(<LoginPage />);
    expect(opens()).toBe(false);
    unmount();
    expect(opens()).toBe(true);
  });

  it('disables the button with a spinner while loading', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>();
    server.on('POST /auth/login', () => promise);
    await submit('jdoe', 'secret');
    expect(button()).toHaveProperty('disabled', true);
    expect(screen.getByRole('progressbar', { name: 'Signing in' })).toBeTruthy();
    resolve({ status: 401, body: { message: 'Invalid username or password' } });
    await waitFor(() => expect(button()).toHaveProperty('disabled', false));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('shows the error above the fields, keeps the input, and clears the error on input', async () => {
    server.on('POST /auth/login', {
      status: 401,
      body: { message: 'Invalid username or password', code: 'INVALID_CREDENTIALS' },
    });
    await submit('jdoe', 'wrong');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Invalid username or password');
    expect(alert.compareDocumentPosition(username()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(username()).toHaveProperty('value', 'jdoe');
    expect(password()).toHaveProperty('value', 'wrong');
    render(<LoginPage />);
    await waitFor(() => expect(screen.queryByText('Invalid username or password')).toBeNull());
  });

  it('shows "Login failed" with a hint if the server sends no message', async () => {
    server.on('POST /auth/login', () => Promise.reject(new TypeError('network')));
    await submit('jdoe', 'secret');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Login failed');
    expect(alert.textContent).toContain('Check your connection');
  });

  it('shows why the last session ended', () => {
    session.expire();
    render(<LoginPage />);
    expect(screen.getByText(/signed out because of inactivity/)).toBeTruthy();
  });
});

describe('sign-in validation', () => {
  it('runs on submit and again on change, and sends nothing', async () => {
    const user = userEvent.setup();
    render(<LoginPage />);
    expect(screen.queryByText('Username is required')).toBeNull();
    await user.click(button());
    expect(screen.getByText('Username is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(username()));
    expect(username().getAttribute('aria-invalid')).toBe('true');
    await user.type(username(), 'j');
    expect(screen.queryByText('Username is required')).toBeNull();
    expect(screen.getByText('Password is required')).toBeTruthy();
    await user.clear(username());
    expect(screen.getByText('Username is required')).toBeTruthy();
    expect(server.countOf('POST /auth/login')).toBe(0);
  });
});

describe('two-factor authentication and sign-in delay', () => {
  it('asks for the code again until it is correct', async () => {
    server.on('POST /auth/login', {
      status: 401,
      body: { message: 'Enter the code', code: 'SECOND_FACTOR_REQUIRED' },
    });
    const user = await submit('jdoe', 'secret');
    const code = await screen.findByRole('textbox', { name: 'Authentication code' });
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(button());
    expect(screen.getByText('Code is required')).toBeTruthy();
    server.on('POST /auth/login', {
      status: 401,
      body: { message: 'The code is not valid.', code: 'INVALID_CREDENTIALS' },
    });
    await user.type(code, 'ABCDE-12345');
    await user.click(button());
    expect((await screen.findByRole('alert')).textContent).toContain('The code is not valid.');
    expect(lastBody(server)).toEqual({ username: 'jdoe', password: 'secret', code: 'ABCDE-12345' });
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.queryByRole('textbox', { name: 'Authentication code' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('counts down the sign-in delay', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.on('POST /auth/login', {
      status: 429,
      headers: { 'retry-after': '30' },
      body: { message: 'Too many failed sign-in attempts.' },
    });
    await submit('jdoe', 'wrong');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/You can try again in (30|29) seconds/);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(alert.textContent).toContain('You can try again now.');
    vi.useRealTimers();
  });
});

const passkeyButton = () => screen.findByRole('button', { name: 'Use Passkey' });

describe('sign-in with a passkey', () => {
  it('answers the request of the first response', async () => {
    stubBrowserPasskeys({ get: answersPasskey });
    server.on('POST /auth/login', asksForSecondFactor());
    const user = await submit('jdoe', 'secret');
    const use = await passkeyButton();
    await waitFor(() => expect(document.activeElement).toBe(use));
    expect(screen.getByText('Enter one of your recovery codes.')).toBeTruthy();
    server.on('POST /auth/login', { status: 401, body: { message: 'Refused', code: 'INVALID_CREDENTIALS' } });
    await user.click(use);
    expect((await screen.findByRole('alert')).textContent).toContain('Refused');
    expect(server.countOf('POST /auth/login')).toBe(2);
    expect(lastBody(server)).toMatchObject({ username: 'jdoe', password: 'secret', passkey: { id: 'aWQ' } });
  });

  it('says when it was cancelled, and asks for a new request for another try', async () => {
    stubBrowserPasskeys({ get: rejectsPasskey('NotAllowedError') });
    server.on('POST /auth/login', asksForSecondFactor());
    const user = await submit('jdoe', 'secret');
    await user.click(await passkeyButton());
    expect((await screen.findByRole('alert')).textContent).toContain('it was cancelled');
    await user.click(await passkeyButton());
    await waitFor(() => expect(server.countOf('POST /auth/login')).toBe(2));
    expect(lastBody(server)).toEqual({ username: 'jdoe', password: 'secret' });
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.queryByRole('button', { name: 'Use Passkey' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('names the right address at another one, and offers only the code', async () => {
    stubBrowserPasskeys({ get: answersPasskey });
    server.on(
      'POST /auth/login',
      asksForSecondFactor({ passkey: { address: 'https://portal.example', request: PASSKEY_REQUEST } }),
    );
    await submit('jdoe', 'secret');
    expect(await screen.findByText(/Passkeys work only at https:\/\/portal\.example/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use Passkey' })).toBeNull();
    const link = screen.getByRole('link', { name: 'Continue at portal.example' });
    expect(link.getAttribute('href')).toBe(`https://portal.example${globalThis.location.pathname}`);
    expect(screen.getByRole('textbox', { name: 'Authentication code' })).toBeTruthy();
  });

  it('offers no code without an app and recovery codes', async () => {
    stubBrowserPasskeys({ get: answersPasskey });
    server.on('POST /auth/login', asksForSecondFactor({ hasRecoveryCodes: false }));
    await submit('jdoe', 'secret');
    await passkeyButton();
    expect(screen.queryByRole('textbox', { name: 'Authentication code' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
  });
});
