import type { SetupStep } from '@portal/contract/setup';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { SetupChecklist } from './SetupChecklist.tsx';

async function show(
  steps: readonly { step: SetupStep; isDone: boolean }[],
  roles: ('SuperAdmin' | 'Admin')[] = ['SuperAdmin'],
) {
  const server = createFakeServer();
  server.on('GET /setup', { body: { steps } });
  const page = await showPage({ server, pages: { '/': () => <SetupChecklist /> }, at: '/', user: { roles } });
  return { ...page, server };
}

afterEach(() => sessionStorage.clear());

describe('the setup checklist', () => {
  it('shows the progress, links each step, and hides for this tab on request', async () => {
    const { user } = await show([
      { step: 'offices', isDone: true },
      { step: 'schedule', isDone: false },
    ]);
    expect(await screen.findByText('1 of 2 done')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByRole('link', { name: 'Set work schedules' }).getAttribute('href')).toBe(
      '/timecard/schedules',
    );
    await user.click(screen.getByRole('button', { name: 'Hide for now' }));
    expect(screen.queryByText('Set up your practice')).toBeNull();
  });

  it('is gone when everything is done', async () => {
    const { server } = await show([{ step: 'offices', isDone: true }]);
    await waitFor(() => expect(server.countOf('GET /setup')).toBe(1));
    await waitFor(() => expect(screen.queryByText('Set up your practice')).toBeNull());
  });

  it('is not read for others than SuperAdmins', async () => {
    const { server } = await show([{ step: 'offices', isDone: false }], ['Admin']);
    expect(screen.queryByText('Set up your practice')).toBeNull();
    expect(server.countOf('GET /setup')).toBe(0);
  });
});
