import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { session } from '#lib/portal.ts';
import { createQueryClient } from '#lib/query/query-client.ts';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { signInAs } from '#lib/test/sign-in.ts';
import { guardPart } from '#ui/form/leave-guard.ts';
import { SessionTimeout } from './SessionTimeout.tsx';

const MINUTE = 60_000;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

/** Keeps the session active for the given time; the test's token expires after an hour. */
async function workUntil(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    await pass(MINUTE);
    await act(async () => window.dispatchEvent(new Event('keydown')));
  }
}
const endDialog = () => screen.queryByRole('alertdialog', { name: 'Your session ends soon' });

let server: FakeServer;
const queryClient = createQueryClient();

beforeEach(async () => {
  server = await signInAs();
  vi.useFakeTimers();
  server.on('POST /auth/heartbeat', { body: { idleExpiresAt: 'x', expiresAt: 'y' } });
  render(<SessionTimeout />, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
});
afterEach(() => vi.useRealTimers());

describe('idle warning dialog', () => {
  it('opens two minutes before the end and counts down', async () => {
    await pass(13 * MINUTE - 1000);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await pass(1000);
    expect(screen.getByRole('alertdialog', { name: 'Are you still there?' })).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('2:00');
    await pass(31_000);
    expect(screen.getByRole('timer').textContent).toBe('1:29');
  });

  it('extends the session with "Stay signed in", here and on the server', async () => {
    await pass(14 * MINUTE);
    const before = server.countOf('POST /auth/heartbeat');
    await press('Stay signed in');
    await pass(2000);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.countOf('POST /auth/heartbeat')).toBe(before + 1);
    await pass(12 * MINUTE);
    expect(session.state().isAuthenticated).toBe(true);
  });

  it('ends the session with "Sign out"', async () => {
    await pass(14 * MINUTE);
    await press('Sign out');
    await pass(100);
    expect(session.state().isAuthenticated).toBe(false);
    expect(server.countOf('POST /auth/logout')).toBe(1);
  });

  it('asks before "Sign out" loses input, as the menu does', async () => {
    const isDirty = { isDirty: true, isSaving: () => false, staysAt: undefined, title: '', text: '' };
    onTestFinished(guardPart(isDirty));
    await pass(14 * MINUTE);
    await press('Sign out');
    expect(screen.getByRole('alertdialog', { name: 'Log out without saving?' })).toBeTruthy();
    expect(session.state().isAuthenticated).toBe(true);
    await press('Log Out');
    await pass(100);
    expect(session.state().isAuthenticated).toBe(false);
  });

  it('removes the token if nobody responds, and shows the reason', async () => {
    await pass(15 * MINUTE + 1000);
    expect(localStorage.getItem('token')).toBeNull();
    expect(session.state().lastEnd?.notice).toMatch(/inactivity/);
  });

  it('closes shortly after activity, so that no click hits the page below', async () => {
    await pass(14 * MINUTE);
    await act(async () => window.dispatchEvent(new Event('keydown')));
    expect(screen.getByRole('alertdialog', { name: 'You are still signed in' })).toBeTruthy();
    await pass(2000);
    await pass(1000);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await pass(12 * MINUTE);
    expect(session.state().isAuthenticated).toBe(true);
  });
});

describe('warning dialog before the maximum session length', () => {
  it('opens two minutes before, shows the end time, stays closed once dismissed; the sign-in screen shows the reason', async () => {
    await workUntil(57);
    expect(endDialog()).toBeNull();
    await workUntil(2);
    expect(endDialog()?.textContent).toMatch(/ends at \d{1,2}:\d\d\s[AP]M, 12 hours after/);
    expect(endDialog()?.textContent).toMatch(/Save your work now/);
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
    await press('Keep working');
    await pass(1000);
    expect(endDialog()).toBeNull();
    expect(session.state().isAuthenticated).toBe(true);
    await pass(MINUTE);
    expect(session.state().lastEnd?.notice).toBe(
      'Your session ended 12 hours after you signed in. Please sign in again.',
    );
  });
});

it('sends a heartbeat once a minute while the user types without saving', async () => {
  const before = server.countOf('POST /auth/heartbeat');
  for (let second = 0; second < 180; second += 20) {
    await pass(20_000);
    await act(async () => window.dispatchEvent(new Event('keydown')));
  }
  const beats = server.countOf('POST /auth/heartbeat') - before;
  expect([2, 3]).toContain(beats);
});
