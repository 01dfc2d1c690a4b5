import type { Schedule } from '@portal/contract/timecard-schedules';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ScheduleEditPage } from './ScheduleEditPage.tsx';
import { aShift, timecardServer, TODAY } from '../test/timecard-fixtures.ts';

const { userId } = aShift();
const WEEK = `PUT /timecard/schedule/week/${userId}`;

async function edit(answer: Answer = { body: [aShift()] }) {
  const server = timecardServer();
  server.on(`GET /timecard/schedule/${userId}`, answer);
  server.on('GET /timecard/people', {
    body: { data: [{ userId, userName: 'Jane Doe', employeeId: '', isActive: true }], totalCount: 1 },
  });
  const page = await showPage({
    server,
    pages: { '/timecard/schedules/:userId': ScheduleEditPage },
    at: `/timecard/schedules/${userId}`,
  });
  const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { ...page, server, sent, save: () => page.user.click(screen.getByText('Save')) };
}
/** The fields of a day, found by its checkbox. */
const day = async (name: string) => {
  const box = await screen.findByLabelText(name, { selector: 'input' });
  return within(box.closest('fieldset') ?? document.createElement('div'));
};

describe('weekly schedule of an employee', () => {
  it('sends working days, the effective date, and the versions it is based on', async () => {
    const shifts: Schedule[] = [aShift({ version: 4 })];
    const { user, save, sent, server, router } = await edit({ body: shifts });
    server.on(WEEK, { body: shifts });
    const tuesday = await day('Tuesday');
    expect(tuesday.getByText('Off')).toBeTruthy();
    await user.click(tuesday.getByLabelText('Tuesday'));
    await fillIn(user, tuesday.getByLabelText(/^Start/), '2200');
    await fillIn(user, tuesday.getByLabelText(/^End/), '0600am');
    await fillIn(user, tuesday.getByLabelText('Lunch Time'), '');
    await fillIn(user, tuesday.getByLabelText('Grace Minutes'), '');
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/timecard/schedules'));
    const { dayOfWeek, scheduledStartTime, scheduledEndTime, lunchStartTime } = aShift();
    const rest = { lunchDuration: 30, requiresLunchBreak: true };
    expect(sent()).toEqual([
      {
        effectiveFrom: TODAY,
        basedOn: [{ id: shifts[0]?.id, version: 4 }],
        days: [
          { dayOfWeek, scheduledStartTime, scheduledEndTime, lunchStartTime, gracePeriodMinutes: 5, ...rest },
          {
            dayOfWeek: 2,
            scheduledStartTime: '22:00',
            scheduledEndTime: '06:00',
            lunchStartTime: null,
            gracePeriodMinutes: 0,
            ...rest,
          },
        ],
      },
    ]);
  });

  it('copies Monday to the weekdays, even a day off, but not to the weekend', async () => {
    const { user } = await edit();
    await user.click((await day('Monday')).getByLabelText('Monday'));
    await user.click((await day('Saturday')).getByLabelText('Saturday'));
    await user.click((await day('Friday')).getByLabelText('Friday'));
    await user.click(screen.getByText('Copy Monday to Tuesday–Friday'));
    expect((await day('Friday')).getByText('Off')).toBeTruthy();
    expect((await day('Saturday')).getByLabelText(/^Start/)).toHaveProperty('value', '8:00 AM');
  });

  it('refuses a night shift that overlaps the next day’s shift, without a request', async () => {
    const sunday = { dayOfWeek: 0, scheduledStartTime: '22:00', scheduledEndTime: '06:00' };
    const { user, save, sent } = await edit({
      body: [
        aShift(),
        aShift({ ...sunday, id: '33333333-3333-4333-8333-000000000002', lunchStartTime: null }),
      ],
    });
    const monday = await day('Monday');
    await fillIn(user, monday.getByLabelText(/^Start/), '0530am');
    await save();
    expect(await monday.findByText('The Sunday shift overlaps the Monday shift')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('refuses a shift of more than 16 hours, without a request', async () => {
    const { user, save, sent } = await edit();
    const monday = await day('Monday');
    await fillIn(user, monday.getByLabelText(/^End/), '0500am');
    await save();
    expect(await monday.findByText(/A shift can last at most 16 hours/)).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('shows a message if the week was changed elsewhere, and keeps the input', async () => {
    const { user, save, server, router } = await edit();
    const message = 'Someone else changed this schedule. Load it again.';
    server.on(WEEK, { status: 409, body: { message, code: 'STALE', current: [aShift({ version: 2 })] } });
    const monday = await day('Monday');
    await fillIn(user, monday.getByLabelText(/^End/), '1500');
    await save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(monday.getByLabelText(/^End/)).toHaveProperty('value', '3:00 PM');
    expect(router.state.location.pathname).toBe(`/timecard/schedules/${userId}`);
  });

  it('shows planned changes with their effective dates', async () => {
    await edit({
      body: [
        aShift({ effectiveTo: '2026-11-29' }),
        aShift({
          id: '33333333-3333-4333-8333-000000000002',
          effectiveFrom: '2026-11-30',
          scheduledStartTime: '09:00',
        }),
      ],
    });
    const planned = await screen.findByLabelText('Week from 11/30/2026');
    expect(planned.querySelector('tbody tr')?.textContent).toBe(
      'Monday9:00 AM–4:30 PM12:00 PM, 30 min (required)5 minutes',
    );
    expect(await screen.findByDisplayValue('8:00 AM')).toBeTruthy();
  });

  it('shows earlier schedules, and bases a change only on shifts that have not ended', async () => {
    const ended = aShift({
      id: '33333333-3333-4333-8333-000000000002',
      effectiveTo: '2026-06-30',
      scheduledStartTime: '07:00',
    });
    const current = aShift({ effectiveFrom: '2026-07-01', version: 4 });
    const { user, save, sent, server } = await edit({ body: [ended, current] });
    server.on(WEEK, { body: [current] });
    expect(await screen.findByText('Earlier Schedules')).toBeTruthy();
    expect(server.calls.find(({ path }) => path.endsWith(userId))?.query.get('includeEnded')).toBe('true');
    await user.click(screen.getByText('01/05/2026 – 06/30/2026'));
    const earlier = await screen.findByLabelText('Week of 01/05/2026 – 06/30/2026');
    expect(earlier.querySelector('tbody tr')?.textContent).toContain('Monday7:00 AM–4:30 PM');
    await save();
    await waitFor(() => expect(sent()).toMatchObject([{ basedOn: [{ id: current.id, version: 4 }] }]));
  });

  it('says at the field that past days cannot change', async () => {
    const { user, save, server } = await edit();
    const message = 'Choose today or a later day. Past days keep the schedule that was in effect.';
    server.on(WEEK, {
      status: 400,
      body: { message, code: 'VALIDATION', errors: { effectiveFrom: [message] } },
    });
    await fillIn(user, await screen.findByLabelText(/^Effective From/), '11/20/2026');
    await save();
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText(/^Effective From/)).toHaveProperty('value', '11/20/2026');
  });

  it('shows the name of an employee who has no shifts', async () => {
    await edit({ body: [] });
    expect(await screen.findByText('Jane Doe')).toBeTruthy();
  });

  it('shows an unknown employee as not found', async () => {
    await edit({ status: 404, body: { message: 'Not found' } });
    expect(await screen.findByText('Employee not found')).toBeTruthy();
  });
});
