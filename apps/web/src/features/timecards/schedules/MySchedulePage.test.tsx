import { screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { MySchedulePage } from './MySchedulePage.tsx';
import { aShift, timecardServer } from '../test/timecard-fixtures.ts';

async function show(answer: Answer) {
  const server = timecardServer();
  server.on('GET /timecard/schedule', answer);
  await showPage({ server, pages: { '/timecard/schedule': MySchedulePage }, at: '/timecard/schedule' });
}
const days = async (label: string) =>
  Array.from((await screen.findByLabelText(label)).querySelectorAll('tbody tr'), (row) => row.textContent);

describe('my schedule', () => {
  it('shows the current week and all future changes, including its end', async () => {
    await show({
      body: [
        aShift({ effectiveTo: '2026-11-29' }),
        aShift({
          id: '33333333-3333-4333-8333-000000000002',
          dayOfWeek: 0,
          scheduledStartTime: '22:00',
          scheduledEndTime: '06:00',
          lunchStartTime: null,
          lunchDuration: 0,
          requiresLunchBreak: false,
          gracePeriodMinutes: 1,
          effectiveFrom: '2026-11-30',
          effectiveTo: '2026-12-31',
        }),
      ],
    });
    const off = ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((name) => `${name}Off`);
    expect(await days('Current week')).toEqual([
      'Monday8:00 AM–4:30 PM12:00 PM, 30 min (required)5 minutes',
      ...off,
      'SundayOff',
    ]);
    expect(await days('Week from 11/30/2026')).toEqual([
      'MondayOff',
      ...off,
      'Sunday10:00 PM–6:00 AM next dayNone1 minute',
    ]);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(await days('Week from 01/01/2027')).toEqual(['MondayOff', ...off, 'SundayOff']);
  });

  it('shows the days as cards on a phone, so that no column is cut off', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    onTestFinished(() => void vi.unstubAllGlobals());
    await show({ body: [aShift()] });
    const cards = within(await screen.findByRole('list', { name: 'Current week' })).getAllByRole('listitem');
    expect(cards.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      'MondayShift8:00 AM–4:30 PMLunch12:00 PM, 30 min (required)Grace Period5 minutes',
      'TuesdayShiftOff',
    ]);
  });

  it.each([
    [{ body: [] }, 'You have no schedule'],
    [{ status: 500, body: {} }, 'Failed to load timecard data'],
  ])('with %j shows %s', async (answer, text) => {
    await show(answer);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
