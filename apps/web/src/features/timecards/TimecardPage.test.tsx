import type { Timecard } from '@portal/contract/timecards';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Answer, FakeServer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { anOpenCard, aShift, timecardServer, TODAY } from './timecard-fixtures.ts';
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

/** The page at a moment of the server; no second passes. */
async function clock(card: Timecard | null, serverTime = '2026-11-21T17:30:00.000Z') {
  fakeTime('Date');
  const server = serverAt(card, serverTime);
  const page = await show(server);
  await screen.findByLabelText('Current time');
  return { ...page, server };
}

/** The same with a clock that `pass` moves on; nothing but a look at the screen works then. */
async function runningClock(card: Timecard | null, serverTime: string) {
  fakeTime('Date', 'setTimeout', 'clearTimeout');
  await show(serverAt(card, serverTime));
  // Some milliseconds, far less than the second that the tests look at.
  for (let ms = 0; ms < 100 && screen.queryByLabelText('Current time') === null; ms += 1) await pass(1);
}
const detail = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent;
const time = () => screen.getByLabelText('Current time').textContent;
const buttons = () =>
  ['Clock In', 'Clock Out', 'Start Lunch', 'End Lunch'].filter(
    (name) => screen.queryByText(name, { selector: 'button' }) !== null,
  );
const press = (name: string) => screen.getByText<HTMLButtonElement>(name, { selector: 'button' });

describe('the running clock', () => {
  it('is the server’s, on the practice’s clocks, however wrong this computer’s is', async () => {
    await runningClock(null, '2026-11-21T04:59:58.500Z');
    expect(time()).toBe('23:59:58');
    expect(screen.getByText('11/20/2026')).toBeTruthy();
    await pass(2000);
    expect(time()).toBe('00:00:00');
    expect(screen.getByText('11/21/2026')).toBeTruthy();
  });

  it.each([
    // Clocks go back at 02:00 on November 1: nine hours pass between 22:00 and 06:00.
    ['2026-11-01T02:00:00.000Z', '2026-11-01T11:00:00.000Z', '22:00 on 10/31/2026', '09:00:00'],
    // They go forward at 02:00 on March 8: it is seven.
    ['2026-03-08T03:00:00.000Z', '2026-03-08T10:00:00.000Z', '22:00 on 03/07/2026', '07:00:00'],
  ])('counts real hours where clocks change: from %s to %s', async (clockInTime, now, since, elapsed) => {
    await clock(anOpenCard({ clockInTime }), now);
    expect(time()).toBe('06:00:00');
    expect(detail('Clocked In')).toBe(`Clocked In${since}`);
    expect(detail('Elapsed Time')).toBe(`Elapsed Time${elapsed}`);
  });

  it('stops the work and runs the lunch while one is at lunch', async () => {
    await runningClock(
      anOpenCard({ lunchStartTime: '2026-11-21T17:00:00.000Z' }),
      '2026-11-21T17:30:00.500Z',
    );
    expect(detail('Elapsed Time')).toBe('Elapsed Time04:00:00');
    expect(detail('On Lunch For')).toBe('On Lunch For00:30:00');
    await pass(5000);
    expect(detail('On Lunch For')).toBe('On Lunch For00:30:05');
    expect(detail('Elapsed Time')).toBe('Elapsed Time04:00:00');
    expect(detail('Lunch')).toBe('LunchSince 12:00');
  });

  it('leaves the lunch out once it is over', async () => {
    await clock(
      anOpenCard({
        lunchStartTime: '2026-11-21T16:00:00.000Z',
        lunchEndTime: '2026-11-21T16:45:00.000Z',
      }),
    );
    expect(detail('Elapsed Time')).toBe('Elapsed Time03:45:00');
    expect(detail('Lunch Duration')).toBe('Lunch Duration00:45:00');
    expect(detail('Lunch')).toBe('Lunch11:00 – 11:45');
  });

  it('warns from the second on in which a card is open for more than 16 hours', async () => {
    await runningClock(anOpenCard(), '2026-11-22T04:59:59.500Z');
    expect(time()).toBe('23:59:59');
    expect(screen.queryByText(/more than 16 hours/)).toBeNull();
    await pass(1000);
    expect(screen.getByText(/^You have been clocked in for more than 16 hours/)).toBeTruthy();
  });
});

describe('what can be done now', () => {
  const atLunch = { lunchStartTime: '2026-11-21T17:00:00.000Z' };
  it.each([
    ['nobody who is not clocked in', null, 'Not Clocked In', ['Clock In']],
    ['who is at work', anOpenCard(), 'Clocked In', ['Clock Out', 'Start Lunch']],
    ['who is at lunch', anOpenCard(atLunch), 'On Lunch Break', ['Clock Out', 'End Lunch']],
    [
      'who is back',
      anOpenCard({ ...atLunch, lunchEndTime: '2026-11-21T17:20:00.000Z' }),
      'Clocked In',
      ['Clock Out'],
    ],
  ])('by %s', async (_who, card, chip, expected) => {
    await clock(card);
    expect(screen.getAllByText(chip)).not.toHaveLength(0);
    expect(buttons()).toEqual(expected);
  });

  it('at lunch, clocking out has to wait, which is said', async () => {
    await clock(anOpenCard(atLunch));
    expect(screen.getByText('You are on your lunch break. End lunch before you clock out.')).toBeTruthy();
    expect(press('Clock Out').disabled).toBe(true);
  });

  it('a lunch that is due is said at once and again before clocking out', async () => {
    const { user } = await clock(anOpenCard({ lunchRequired: true, lunchDue: true }));
    expect(detail('Lunch')).toBe('LunchRequired, not taken yet');
    await user.click(press('Clock Out'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Clock out?' });
    expect(dialog.textContent).toContain('Your schedule asks for a lunch break, and you have not taken one.');
  });

  it('a lunch that another card of the day had is not asked for', async () => {
    const { user } = await clock(anOpenCard({ lunchRequired: true, lunchDue: false }));
    expect(detail('Lunch')).toBe('LunchTaken earlier today');
    await user.click(press('Clock Out'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Clock out?' });
    expect(dialog.textContent).not.toContain('Your schedule asks');
  });

  it('notes are kept with their lines', async () => {
    await clock(anOpenCard({ notes: 'Front desk\nuntil noon' }));
    expect(detail('Notes')).toBe('NotesFront desk\nuntil noon');
  });
});

describe('a refused punch', () => {
  it('says why, and shows where one stands since it was done elsewhere', async () => {
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

  it('a card that was closed elsewhere is gone behind the question', async () => {
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

  it('keeps the notes where clocking in failed', async () => {
    const { server, user } = await clock(null);
    server.on('POST /timecard/clock-in', { status: 500, body: {} });
    await user.click(press('Clock In'));
    const dialog = within(await screen.findByRole('dialog'));
    await fillIn(user, dialog.getByLabelText('Notes'), 'Front desk');
    await user.click(dialog.getByText('Clock In'));
    expect(await dialog.findByText('Failed to clock in')).toBeTruthy();
    expect(dialog.getByLabelText('Notes')).toHaveProperty('value', 'Front desk');
  });

  it('reads nothing again where the server only failed', async () => {
    const { server, user } = await clock(anOpenCard());
    server.on(`POST /timecard/lunch/start/${anOpenCard().id}`, { status: 500, body: {} });
    await user.click(press('Start Lunch'));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByText('Start Lunch'));
    expect(await dialog.findByText('Failed to start lunch')).toBeTruthy();
    expect(server.countOf('GET /timecard/active')).toBe(1);
  });

  it('clocking in sends no blank notes', async () => {
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
  it('has the hours, the lunch and the grace period of the day', async () => {
    const shift = aShift({ dayOfWeek: 6, lunchDuration: 45, gracePeriodMinutes: 7 });
    await showToday({ body: { date: TODAY, hasSchedule: true, schedule: shift } });
    await screen.findByText('Scheduled End');
    const card = screen.getByRole('region', { name: 'Today’s Schedule' });
    expect(Array.from(card.querySelectorAll('dl > *'), ({ textContent }) => textContent)).toEqual([
      'DaySaturday',
      'Scheduled Start08:00',
      'Scheduled End16:30',
      'Lunch Time12:00',
      'Lunch Duration45 minutes',
      'Grace Period7 minutes',
      'Lunch RequiredYes',
    ]);
  });

  it('that there is not is said, with whom to ask', async () => {
    await clock(null);
    expect(await screen.findByText('No schedule for today')).toBeTruthy();
    expect(screen.getByText('Contact your supervisor to set up your schedule')).toBeTruthy();
  });

  it('says that a night shift ends on the next day, and words for what is left open', async () => {
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
    expect(detail('Scheduled End')).toBe('Scheduled End06:00 (next day)');
    expect(detail('Lunch Time')).toBe('Lunch TimeAny time');
    expect(detail('Grace Period')).toBe('Grace Period1 minute');
    expect(detail('Lunch Required')).toBe('Lunch RequiredNo');
  });

  it('fails without taking the clock along', async () => {
    await showToday({ status: 500, body: {} });
    expect(await screen.findByText('Failed to load timecard data')).toBeTruthy();
    expect(await screen.findByText('Not Clocked In')).toBeTruthy();
  });
});
