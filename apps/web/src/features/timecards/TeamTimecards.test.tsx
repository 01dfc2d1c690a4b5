import type { PermissionName } from '@portal/domain/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aCard, aDetail, REASON, timecardServer } from './test/timecard-fixtures.ts';
import { TimecardReportsPage } from './reports/TimecardReportsPage.tsx';

const JANE = aCard();
const BO = { userId: '11111111-1111-4111-8111-000000000002', userName: 'Bo Oss' };
const ADD = 'POST /timecard/admin/timecard';
const CARD = `/timecard/admin/timecard/${JANE.id}`;
const found = (data: readonly object[]): Answer => ({
  body: { data, totalCount: data.length, totalCountIsApproximate: false },
});

async function team(answer: Answer = found([JANE]), search = '') {
  const server = timecardServer();
  server.on('POST /timecard/search', answer);
  server.on('GET /timecard/people', {
    body: { data: [{ ...BO, employeeId: 'E-2', isActive: true }], totalCount: 1 },
  });
  const page = await showPage({
    server,
    pages: { '/timecard/reports': TimecardReportsPage },
    at: `/timecard/reports?tab=team${search}`,
    permissions: ['Timecard.ViewReports', 'Timecard.ManageTimecards'],
  });
  await screen.findByText('Add Timecard');
  const asked = () => server.calls.findLast(({ path }) => path === '/timecard/search')?.body;
  const sent = (method: string) =>
    server.calls
      .filter((call) => call.method === method && call.path.includes('/admin/'))
      .map(({ body }) => body);
  return { ...page, server, asked, sent };
}

/** Opens the dialog that adds a card or corrects Jane's. */
async function openDialog(action: 'Add Timecard' | RegExp) {
  const page = await team();
  await page.user.click(
    typeof action === 'string' ? screen.getByText(action) : await screen.findByLabelText(action),
  );
  const dialog = within(await screen.findByRole('dialog'));
  const field = (label: RegExp) =>
    dialog.getByLabelText<HTMLInputElement>(label, { selector: 'input,textarea' });
  const fill = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(fields))
      await fillIn(page.user, field(new RegExp(`^${label}`)), text);
  };
  return { ...page, dialog, field, fill };
}

describe('team timecards', () => {
  it.each<[readonly PermissionName[], number]>([
    [['Timecard.ViewReports'], 3],
    [['Timecard.ViewReports', 'Timecard.ManageTimecards'], 4],
  ])('with %j, the page has %d tabs', async (permissions, count) => {
    const server = timecardServer();
    server.on('GET /timecard/report/weekly-all', { body: [] });
    await showPage({
      server,
      pages: { '/timecard/reports': TimecardReportsPage },
      at: '/timecard/reports',
      permissions,
    });
    expect(await screen.findAllByRole('tab')).toHaveLength(count);
    expect(screen.queryByText('Team Timecards') !== null).toBe(count === 4);
  });

  it('show the last 30 days by default', async () => {
    const { asked } = await team();
    await waitFor(() =>
      expect(asked()).toEqual({ startDate: '2026-10-23', endDate: '2026-11-21', page: 1, pageSize: 25 }),
    );
  });

  it('show 30 days up to the end date, and filter by status and employee', async () => {
    const { asked, user } = await team(undefined, `&endDate=2026-03-10&userId=${JANE.userId}`);
    await waitFor(() => expect(asked()).toMatchObject({ startDate: '2026-02-09', userId: JANE.userId }));
    // The name of the employee in the URL comes from one of their cards.
    expect(await screen.findByDisplayValue('Jane Doe')).toBe(screen.getByLabelText(/^Employee/));
    await user.click(screen.getByLabelText('Status'));
    await user.click(await screen.findByText('Over 16 h'));
    await waitFor(() => expect(asked()).toMatchObject({ status: 'TooLong', userId: JANE.userId }));
  });

  it('do not request a reversed date range', async () => {
    const { server } = await team(undefined, '&startDate=2026-11-21&endDate=2026-11-20');
    expect(await screen.findByText('The end date must not be before the start date')).toBeTruthy();
    expect(server.countOf('POST /timecard/search')).toBe(0);
  });

  it('flag problems, and show the end date of a night shift', async () => {
    const night = aCard({
      clockInTime: '2026-11-20T03:00:00.000Z',
      clockOutTime: '2026-11-20T20:10:00.000Z',
      lunchStartTime: '2026-11-20T07:00:00.000Z',
      lunchEndTime: '2026-11-20T07:30:00.000Z',
      lunchDuration: 1800,
      totalHours: 57_600,
      isTooLong: true,
      isUnconfirmed: true,
      lunchMissing: true,
    });
    await team(found([night]));
    const row = (await screen.findByText('Jane Doe')).closest('tr');
    expect(row?.textContent).toBe(
      'Jane Doe11/19/202610:00 PM3:10 PM on 11/20/20262:00 AM–2:30 AM (00:30)16:00CompleteOver 16 hUnconfirmedNo lunch',
    );
  });
});

describe('adding a timecard', () => {
  it('reads times in the practice’s time zone, even across a clock change, and sends blanks as null', async () => {
    const { user, dialog, fill, server, sent } = await openDialog('Add Timecard');
    server.on(ADD, { status: 201, body: aDetail() });
    await fill({ Employee: 'oss' });
    await user.click(await screen.findByRole('option', { name: 'Bo Oss' }));
    await fill({ Date: '10/31/2026', 'Clock In': '10:00pm', 'Clock Out': '0600am', Reason: REASON });
    await user.click(dialog.getByText('Add'));
    expect(await screen.findAllByText('The timecard was added')).not.toHaveLength(0);
    expect(sent('POST')).toEqual([
      {
        userId: BO.userId,
        clockInTime: '2026-11-01T02:00:00.000Z',
        clockOutTime: '2026-11-01T11:00:00.000Z',
        lunchStartTime: null,
        lunchEndTime: null,
        notes: null,
        reason: REASON,
      },
    ]);
  });

  it('reports missing and invalid values on their fields, without a request', async () => {
    const { user, dialog, fill, field, sent } = await openDialog('Add Timecard');
    await fill({ Date: '11/19/2026', 'Clock In': '8:00am', 'Clock Out': '1700', 'Lunch Start': '7:30am' });
    await user.click(dialog.getByText('Add'));
    expect(await dialog.findByText('Choose an employee')).toBeTruthy();
    expect(dialog.getByText('Enter a reason of at least 10 characters')).toBeTruthy();
    expect(field(/^Clock Out/).value).toBe('5:00 PM');
    expect(sent('POST')).toEqual([]);
  });

  it('shows an overlap reported by the server, and keeps the input', async () => {
    const { user, dialog, fill, field, server } = await openDialog('Add Timecard');
    server.on(ADD, {
      status: 409,
      body: { message: 'Bo Oss has a timecard at this time.', code: 'CONFLICT' },
    });
    await fill({ Employee: 'oss' });
    await user.click(await screen.findByRole('option', { name: 'Bo Oss' }));
    await fill({ Date: '11/19/2026', 'Clock In': '8:00am', Reason: REASON });
    await user.click(dialog.getByText('Add'));
    expect(await dialog.findByText('Bo Oss has a timecard at this time.')).toBeTruthy();
    expect([field(/^Employee/).value, field(/^Clock In/).value]).toEqual(['Bo Oss', '8:00 AM']);
  });
});

describe('correcting a timecard', () => {
  const save = { Reason: REASON, 'Clock Out': '1630' };

  it('sends the version, and leaves untouched times unchanged', async () => {
    const { user, dialog, fill, server, sent } = await openDialog(/^Correct /);
    server.on(`PUT ${CARD}`, { body: aDetail() });
    await fill(save);
    await user.click(dialog.getByText('Save'));
    expect(await screen.findAllByText('The timecard was corrected')).not.toHaveLength(0);
    expect(sent('PUT')).toEqual([
      expect.objectContaining({
        clockInTime: JANE.clockInTime,
        clockOutTime: '2026-11-19T21:30:00.000Z',
        reason: REASON,
        version: 2,
      }),
    ]);
  });

  it.each([
    ['Keep mine', '4:30 PM', REASON],
    ['Use theirs', '4:15 PM', ''],
  ])('shows the other changes to an outdated card, and continues with "%s"', async (choice, end, reason) => {
    const { user, dialog, fill, field, server, sent } = await openDialog(/^Correct /);
    const current = aCard({ version: 3, clockOutTime: '2026-11-19T21:15:00.000Z', notes: 'From the phone' });
    server.on(`PUT ${CARD}`, { status: 409, body: { message: 'Changed', code: 'STALE', current } });
    await fill(save);
    await user.click(dialog.getByText('Save'));
    expect(await dialog.findByText('They saved: 4:15 PM')).toBeTruthy();
    expect(dialog.getByText('You have: 4:30 PM')).toBeTruthy();
    expect(dialog.getByText('They saved: From the phone')).toBeTruthy();
    await user.click(dialog.getByText(choice));
    expect([field(/^Clock Out/).value, field(/^Reason/).value, field(/^Notes/).value]).toEqual([
      end,
      reason,
      'From the phone',
    ]);
    server.on(`PUT ${CARD}`, { body: aDetail() });
    await fill({ Reason: REASON });
    await user.click(dialog.getByText('Save'));
    await screen.findAllByText('The timecard was corrected');
    expect(sent('PUT').at(-1)).toMatchObject({ version: 3, notes: 'From the phone' });
  });
});

describe('deleting a timecard', () => {
  it('names the employee and the card, requires a reason, and keeps it if the server fails', async () => {
    const { user, server, sent } = await team();
    server.on(`DELETE ${CARD}`, { status: 500, body: {} });
    await user.click(await screen.findByLabelText(/^Delete /));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete timecard?' }));
    expect(
      dialog.getByText(/^The timecard of Jane Doe, 11\/19\/2026 8:00 AM, will be excluded/),
    ).toBeTruthy();
    await user.click(dialog.getByText('Delete'));
    expect(await dialog.findByText('Enter a reason of at least 10 characters')).toBeTruthy();
    await fillIn(user, dialog.getByLabelText(/^Reason/), REASON);
    await user.click(dialog.getByText('Delete'));
    expect(await dialog.findByText('Failed to delete timecard')).toBeTruthy();
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', REASON);
    expect(sent('DELETE')).toEqual([{ reason: REASON }]);
  });
});

describe('a correction of an own timecard', () => {
  const marked = aCard({ isCorrected: true, isOwnCorrection: true });

  it('is marked, and another person confirms it', async () => {
    const card = { ...marked, userId: '22222222-2222-4222-8222-222222222222' };
    const { user, server, sent } = await team(found([card]));
    server.on(`POST ${CARD}/confirm`, { body: aDetail() });
    expect(await screen.findByText('Own correction')).toBeTruthy();
    await user.click(screen.getByLabelText(/^Confirm own correction/));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm own correction?' }));
    await user.click(dialog.getByText('Confirm'));
    expect(await screen.findAllByText('The correction was confirmed')).not.toHaveLength(0);
    expect(sent('POST')).toContainEqual({ version: card.version });
  });

  it('offers no confirmation to its author', async () => {
    await team(found([marked]));
    expect(await screen.findByText('Own correction')).toBeTruthy();
    expect(screen.queryByLabelText(/^Confirm own correction/)).toBeNull();
  });
});
