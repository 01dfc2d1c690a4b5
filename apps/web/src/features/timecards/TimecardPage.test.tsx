import { OWN_TIMECARD, type Timecard } from '@portal/contract/timecards';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { changedTopic } from '#lib/live/live.ts';
import type { Answer, FakeServer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { anOpenCard, aShift, timecardServer, TODAY } from './test/timecard-fixtures.ts';
import { TimecardPage } from './TimecardPage.tsx';

const active = (timecard: Timecard | null, serverTime: string) => ({
  body: { hasActive: timecard !== null, timecard, serverTime },
});

function serverAt(card: Timecard | null, serverTime: string) {
  const server = timecardServer();
  server.on('GET /timecard/active', active(card, serverTime));
  server.on('GET /timecard/schedule/today', { body: { date: TODAY, hasSchedule: false, schedule: null } });
  return server;
}
const show = (server: FakeServer) =>
  showPage({ server, pages: { '/timecard': TimecardPage }, at: '/timecard' });

function fakeTime(...toFake: readonly ('Date' | 'setTimeout' | 'clearTimeout')[]) {
  vi.useFakeTimers({ toFake: [...toFake] });
  onTestFinished(() => void vi.useRealTimers());
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Shows the page at this server time, with a stopped clock. */
async function clock(card: Timecard | null, serverTime = '2026-11-21T17:30:00.000Z') {
  fakeTime('Date');
  const server = serverAt(card, serverTime);
  const page = await show(server);
  await screen.findByLabelText('Current time');
  return { ...page, server };
}

/** The same with a clock that `pass` advances. User events do not work then, only assertions. */
async function runningClock(card: Timecard | null, serverTime: string) {
  fakeTime('Date', 'setTimeout', 'clearTimeout');
  await show(serverAt(card, serverTime));
  // A few milliseconds, far less than the full seconds that the tests check.
  for (let ms = 0; ms < 100 && screen.queryByLabelText('Current time') === null; ms += 1) await pass(1);
}
const detail = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent;
const time = () => screen.getByLabelText('Current time').textContent;
const buttons = () =>
  ['Clock In', 'Clock Out', 'Start Lunch', 'End Lunch'].filter(
    (name) => screen.queryByText(name, { selector: 'button' }) !== null,
  );
const press = (name: string) => screen.getByText<HTMLButtonElement>(name, { selector: 'button' });

it('follows what the user does in another tab or on another device', async () => {
  const lunch = { ...anOpenCard(), lunchStartTime: '2026-11-21T17:00:00.000Z' };
  const server = serverAt(lunch, '2026-11-21T17:30:00.000Z');
  await show(server);
  await screen.findByText('On Lunch Break');
  const back = { ...lunch, lunchEndTime: '2026-11-21T17:30:00.000Z' };
  server.on('GET /timecard/active', active(back, '2026-11-21T17:31:00.000Z'));
  changedTopic.emit(OWN_TIMECARD);
  await waitFor(() => expect(screen.queryByText('On Lunch Break')).toBeNull());
  expect(buttons()).toEqual(['Clock Out']);
});

describe('live clock', () => {
  it('shows the server time in the practice’s time zone, even if the local clock is wrong', async () => {
    await runningClock(null, '2026-11-21T04:59:58.500Z');
    expect(time()).toBe('11:59:58 PM');
    expect(screen.getByText('11/20/2026')).toBeTruthy();
    await pass(2000);
    expect(time()).toBe('12:00:00 AM');
    expect(screen.getByText('11/21/2026')).toBeTruthy();
  });

  it.each([
    // Clocks go back at 02:00 on November 1: nine hours pass between 22:00 and 06:00.
    ['2026-11-01T02:00:00.000Z', '2026-11-01T11:00:00.000Z', '10:00 PM on 10/31/2026', '09:00:00'],
    // Clocks go forward at 02:00 on March 8: seven hours pass.
    ['2026-03-08T03:00:00.000Z', '2026-03-08T10:00:00.000Z', '10:00 PM on 03/07/2026', '07:00:00'],
  ])('counts hours across a clock change: from %s to %s', async (clockInTime, now, since, elapsed) => {
    await clock(anOpenCard({ clockInTime }), now);
    expect(time()).toBe('6:00:00 AM');
    expect(detail('Clocked In')).toBe(`Clocked In${since}`);
    expect(detail('Elapsed Time')).toBe(`Elapsed Time${elapsed}`);
  });

  it('stops the work time and runs the lunch time during lunch', async () => {
    await runningClock(
      anOpenCard({ lunchStartTime: '2026-11-21T17:00:00.000Z' }),
      '2026-11-21T17:30:00.500Z',
    );
    expect(detail('Elapsed Time')).toBe('Elapsed Time04:00:00');
    expect(detail('On Lunch For')).toBe('On Lunch For00:30:00');
    await pass(5000);
    expect(detail('On Lunch For')).toBe('On Lunch For00:30:05');
    expect(detail('Elapsed Time')).toBe('Elapsed Time04:00:00');
    expect(detail('Lunch')).toBe('LunchSince 12:00 PM');
  });

  it('excludes lunch once it has ended', async () => {
    await clock(
      anOpenCard({
        lunchStartTime: '2026-11-21T16:00:00.000Z',
        lunchEndTime: '2026-11-21T16:45:00.000Z',
      }),
    );
    expect(detail('Elapsed Time')).toBe('Elapsed Time03:45:00');
    expect(detail('Lunch Duration')).toBe('Lunch Duration00:45:00');
    expect(detail('Lunch')).toBe('Lunch11:00 AM – 11:45 AM');
  });

  it('warns as soon as a card is open for more than 16 hours', async () => {
    await runningClock(anOpenCard(), '2026-11-22T04:59:59.500Z');
    expect(time()).toBe('11:59:59 PM');
    expect(screen.queryByText(/more than 16 hours/)).toBeNull();
    await pass(1000);
    expect(screen.getByText(/^You have been clocked in for more than 16 hours/)).toBeTruthy();
  });
});

describe('clock buttons', () => {
  const atLunch = { lunchStartTime: '2026-11-21T17:00:00.000Z' };
  it.each([
    ['not clocked in', null, 'Not Clocked In', ['Clock In']],
    ['clocked in', anOpenCard(), 'Clocked In', ['Clock Out', 'Start Lunch']],
    ['on lunch', anOpenCard(atLunch), 'On Lunch Break', ['Clock Out', 'End Lunch']],
    [
      'back from lunch',
      anOpenCard({ ...atLunch, lunchEndTime: '2026-11-21T17:20:00.000Z' }),
      'Clocked In',
      ['Clock Out'],
    ],
  ])('match the state: %s', async (_state, card, chip, expected) => {
    await clock(card);
    expect(screen.getAllByText(chip)).not.toHaveLength(0);
    expect(buttons()).toEqual(expected);
  });

  it('disable Clock Out during lunch, with an explanation', async () => {
    await clock(anOpenCard(atLunch));
    expect(screen.getByText('You are on your lunch break. End lunch before you clock out.')).toBeTruthy();
    expect(press('Clock Out').disabled).toBe(true);
  });

  it('warn about a required lunch that was not taken before clocking out', async () => {
    const { user } = await clock(anOpenCard({ lunchRequired: true, lunchDue: true }));
    expect(detail('Lunch')).toBe('LunchRequired, not taken yet');
    await user.click(press('Clock Out'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Clock out?' });
    expect(dialog.textContent).toContain('Your schedule requires a lunch break, and you have not taken one.');
  });

  it('do not warn if lunch was taken on another card of the day', async () => {
    const { user } = await clock(anOpenCard({ lunchRequired: true, lunchDue: false }));
    expect(detail('Lunch')).toBe('LunchTaken earlier today');
    await user.click(press('Clock Out'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Clock out?' });
    expect(dialog.textContent).not.toContain('Your schedule requires');
  });

  it('are shown below the notes with their line breaks', async () => {
    await clock(anOpenCard({ notes: 'Front desk\nuntil noon' }));
    expect(detail('Notes')).toBe('NotesFront desk\nuntil noon');
  });
});

describe('failed clock actions', () => {
  it('show the reason, and update the state if it was changed elsewhere', async () => {
    const { server, user } = await clock(null);
    server.on('POST /timecard/clock-in', {
      status: 409,
      body: { message: 'You are already clocked in.', code: 'CONFLICT' },
    });
    server.on('GET /timecard/active', active(anOpenCard(), '2026-11-21T17:31:00.000Z'));
    await user.click(press('Clock In'));
    const dialog = within(await screen.findByRole('dialog'));
    await fillIn(user, dialog.getByLabelText('Notes'), 'Front desk');
    await user.click(dialog.getByText('Clock In'));
    expect(await dialog.findByText('You are already clocked in.')).toBeTruthy();
    expect(dialog.getByLabelText('Notes')).toHaveProperty('value', 'Front desk');
    await waitFor(() => expect(screen.getByText('Start Lunch')).toBeTruthy());
  });

  it('remove a card that was closed elsewhere', async () => {
    const { server, user } = await clock(anOpenCard());
    server.on(`POST /timecard/clock-out/${anOpenCard().id}`, {
      status: 404,
      body: { message: 'This timecard was deleted.', code: 'NOT_FOUND' },
    });
    server.on('GET /timecard/active', active(null, '2026-11-21T17:31:00.000Z'));
    await user.click(press('Clock Out'));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByText('Clock Out'));
    expect(await dialog.findByText('This timecard was deleted.')).toBeTruthy();
    expect(await screen.findByText('Not Clocked In')).toBeTruthy();
  });

  it('keep the notes if clocking in failed', async () => {
    const { server, user } = await clock(null);
    server.on('POST /timecard/clock-in', { status: 500, body: {} });
    await user.click(press('Clock In'));
    const dialog = within(await screen.findByRole('dialog'));
    await fillIn(user, dialog.getByLabelText('Notes'), 'Front desk');
    await user.click(dialog.getByText('Clock In'));
    expect(await dialog.findByText('Failed to clock in')).toBeTruthy();
    expect(dialog.getByLabelText('Notes')).toHaveProperty('value', 'Front desk');
  });

  it('do not reload after a server error', async () => {
    const { server, user } = await clock(anOpenCard());
    server.on(`POST /timecard/lunch/start/${anOpenCard().id}`, { status: 500, body: {} });
    await user.click(press('Start Lunch'));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByText('Start Lunch'));
    expect(await dialog.findByText('Failed to start lunch')).toBeTruthy();
    expect(server.countOf('GET /timecard/active')).toBe(1);
  });

  it('send blank notes as null', async () => {
    const { server, user } = await clock(null);
    server.on('POST /timecard/clock-in', { status: 201, body: anOpenCard() });
    await user.click(press('Clock In'));
    const dialog = within(await screen.findByRole('dialog'));
    await fillIn(user, dialog.getByLabelText('Notes'), '  ');
    await user.click(dialog.getByText('Clock In'));
    expect(await screen.findAllByText('Successfully clocked in!')).not.toHaveLength(0);
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ notes: null });
  });
});

async function showToday(answer: Answer) {
  const server = serverAt(null, '2026-11-21T17:30:00.000Z');
  server.on('GET /timecard/schedule/today', answer);
  return show(server);
}

describe('today’s schedule', () => {
  it('shows the hours, lunch and grace period', async () => {
    const shift = aShift({ dayOfWeek: 6, lunchDuration: 45, gracePeriodMinutes: 7 });
    await showToday({ body: { date: TODAY, hasSchedule: true, schedule: shift } });
    await screen.findByText('Scheduled End');
    const card = screen.getByRole('region', { name: 'Today’s Schedule' });
    expect(Array.from(card.querySelectorAll('dl > *'), ({ textContent }) => textContent)).toEqual([
      'DaySaturday',
      'Scheduled Start8:00 AM',
      'Scheduled End4:30 PM',
      'Lunch Time12:00 PM',
      'Lunch Duration45 minutes',
      'Grace Period7 minutes',
      'Lunch RequiredYes',
    ]);
  });

  it('shows who to contact if there is none', async () => {
    await clock(null);
    expect(await screen.findByText('No schedule for today')).toBeTruthy();
    expect(screen.getByText('Contact your supervisor to set up your schedule')).toBeTruthy();
  });

  it('shows that a night shift ends on the next day, and text for blank values', async () => {
    const shift = aShift({
      dayOfWeek: 6,
      scheduledStartTime: '22:00',
      scheduledEndTime: '06:00',
      lunchStartTime: null,
      gracePeriodMinutes: 1,
      requiresLunchBreak: false,
    });
    await showToday({ body: { date: TODAY, hasSchedule: true, schedule: shift } });
    await screen.findByText('Scheduled End');
    expect(detail('Day')).toBe('DaySaturday');
    expect(detail('Scheduled End')).toBe('Scheduled End6:00 AM (next day)');
    expect(detail('Lunch Time')).toBe('Lunch TimeAny time');
    expect(detail('Grace Period')).toBe('Grace Period1 minute');
    expect(detail('Lunch Required')).toBe('Lunch RequiredNo');
  });

  it('shows an error without affecting the clock', async () => {
    await showToday({ status: 500, body: {} });
    expect(await screen.findByText('Failed to load timecard data')).toBeTruthy();
    expect(await screen.findByText('Not Clocked In')).toBeTruthy();
  });
});
