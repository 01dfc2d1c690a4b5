import type { Timecard, TimecardDetail } from '@portal/contract/timecards';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { TimecardHistoryPage } from './TimecardHistoryPage.tsx';

const at = '2026-11-20T19:02:00.000Z';
const reason = 'Forgot to clock out';
const card: Timecard = {
  id: '22222222-2222-4222-8222-222222222222',
  userId: '11111111-1111-4111-8111-111111111111',
  userName: 'Jane Doe',
  workDate: '2026-11-19',
  clockInTime: '2026-11-19T13:00:00.000Z',
  clockOutTime: '2026-11-19T21:00:00.000Z',
  lunchStartTime: null,
  lunchEndTime: null,
  lunchDuration: null,
  totalHours: 28_800,
  isComplete: true,
  notes: null,
  lunchRequired: false,
  lunchDue: false,
  lunchMissing: false,
  isTooLong: false,
  isUnconfirmed: false,
  isCorrected: true,
  lastCorrection: { action: 'Changed', at, byName: 'Ann Lee', reason },
  version: 2,
};
const detail: TimecardDetail = {
  ...card,
  corrections: [
    {
      id: '33333333-3333-4333-8333-333333333333',
      at,
      by: { id: '44444444-4444-4444-8444-444444444444', firstName: 'Ann', lastName: 'Lee' },
      action: 'Changed',
      reason,
      oldValues: {
        clockInTime: card.clockInTime,
        clockOutTime: null,
        lunchStartTime: null,
        lunchEndTime: null,
        notes: null,
      },
      newValues: {
        clockInTime: card.clockInTime,
        clockOutTime: card.clockOutTime,
        lunchStartTime: null,
        lunchEndTime: null,
        notes: null,
      },
    },
  ],
};

it('the employee reads who corrected a card, when and why, and opens what it was before', async () => {
  const server = createFakeServer();
  server.on('GET /practice', {
    body: { name: 'P', timeZone: 'America/New_York', emailDomain: 'p.example', today: '2026-11-21' },
  });
  server.on('GET /timecard/my-timecards', { body: { data: [card], totalCount: 1, totalHours: 28_800 } });
  server.on(`GET /timecard/${card.id}`, { body: detail });
  const { user } = await showPage({
    server,
    pages: { '/timecard/history': TimecardHistoryPage },
    at: '/timecard/history',
    permissions: ['Timecard.View'],
  });
  await user.click(await screen.findByText('Changed by Ann Lee on 11/20/2026 14:02: Forgot to clock out'));
  const dialog = within(await screen.findByRole('dialog'));
  const [, changed] = await dialog.findAllByRole('row');
  expect(changed?.textContent).toBe('Clock Out—11/19/2026 16:00');
});
