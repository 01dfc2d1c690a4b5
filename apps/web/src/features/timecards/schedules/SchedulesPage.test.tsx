import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { SchedulesPage } from './SchedulesPage.tsx';
import { aShift, timecardServer, TODAY } from '../test/timecard-fixtures.ts';

const JANE = { userId: aShift().userId, userName: 'Jane Doe', employeeId: 'E-1', isActive: true };
const BO = {
  userId: '11111111-1111-4111-8111-000000000002',
  userName: 'Bo Oss',
  employeeId: 'E-2',
  isActive: true,
};
const COPY = 'POST /timecard/schedule/copy';
const listed = [
  { ...JANE, schedules: [aShift()] },
  { ...BO, schedules: [] },
];

async function list(answer: Answer = { body: { data: listed, totalCount: 2 } }, search = '') {
  const server = timecardServer();
  server.on('GET /timecard/schedule/people', answer);
  server.on('GET /timecard/people', { body: { data: [JANE, BO], totalCount: 2 } });
  const page = await showPage({
    server,
    pages: { '/timecard/schedules': SchedulesPage },
    at: `/timecard/schedules${search}`,
  });
  const asked = () =>
    Object.fromEntries(server.calls.findLast(({ path }) => path.endsWith('/schedule/people'))?.query ?? []);
  return { ...page, server, asked };
}

describe('schedule list', () => {
  it('shows shifts and days off; a week without shifts cannot be copied', async () => {
    await list();
    const row = (await screen.findByText('Jane Doe')).closest('tr');
    expect(row?.textContent).toBe('Jane Doe8:00 AM–4:30 PMOffOffOffOffOffOff');
    expect(screen.getByLabelText('Copy schedule to others Jane Doe')).toHaveProperty('disabled', false);
    expect(screen.getByLabelText('Copy schedule to others Bo Oss')).toHaveProperty('disabled', true);
  });

  it('starts with the practice’s current date instead of an invalid one, and applies a new date', async () => {
    const { asked, user } = await list(undefined, '?date=2026-13-01');
    await screen.findByText('Jane Doe');
    expect(asked()).toMatchObject({ date: TODAY });
    await fillIn(user, screen.getByLabelText('As Of'), '01/05/2026');
    await waitFor(() => expect(asked()).toMatchObject({ date: '2026-01-05' }));
  });

  it.each([
    ['', 'No employees found'],
    ['?search=zoe', 'No employees match the search'],
  ])('has an empty state for "%s": %s', async (search, text) => {
    await list({ body: { data: [], totalCount: 0 } }, search);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

async function openCopy() {
  const page = await list();
  await page.user.click(await screen.findByLabelText('Copy schedule to others Jane Doe'));
  const dialog = within(await screen.findByRole('dialog'));
  const submit = () => page.user.click(dialog.getByText('Copy'));
  const choose = async (name: string) => {
    await page.user.click(dialog.getByLabelText(/^Copy To/));
    await page.user.click(await screen.findByRole('option', { name }));
  };
  return { ...page, dialog, submit, choose };
}

describe('copying a schedule', () => {
  it('offers all employees except the source', async () => {
    const { user, dialog } = await openCopy();
    await user.click(dialog.getByLabelText(/^Copy To/));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Bo Oss']);
  });

  it('requires an employee and a date, without a request', async () => {
    const { user, dialog, submit, server } = await openCopy();
    await fillIn(user, dialog.getByLabelText(/^Effective From/), '');
    await submit();
    expect(await dialog.findByText('Choose who to copy to')).toBeTruthy();
    expect(dialog.getByLabelText(/^Effective From/).getAttribute('aria-invalid')).toBe('true');
    expect(server.countOf(COPY)).toBe(0);
  });

  it('shows why the server refused, keeps the input, and sends it again on retry', async () => {
    const { user, dialog, submit, choose, server } = await openCopy();
    server.on(COPY, {
      status: 409,
      body: { message: 'Jane Doe has no schedule on this day.', code: 'CONFLICT' },
    });
    await choose('Bo Oss');
    await fillIn(user, dialog.getByLabelText(/^Effective From/), '11/30/2026');
    await submit();
    expect(await dialog.findByText('Jane Doe has no schedule on this day.')).toBeTruthy();
    expect(dialog.getByText('Bo Oss')).toBeTruthy();
    server.on(COPY, { body: { affectedUserCount: 1 } });
    await submit();
    expect(await screen.findAllByText('The schedule was copied to 1 employee')).not.toHaveLength(0);
    expect(server.calls.findLast(({ path }) => path.endsWith('/copy'))?.body).toEqual({
      sourceUserId: JANE.userId,
      userIds: [BO.userId],
      effectiveFrom: '2026-11-30',
    });
  });

  it('shows an error if the employee search failed', async () => {
    const { user, dialog, server } = await openCopy();
    server.on('GET /timecard/people', { status: 500, body: {} });
    await fillIn(user, dialog.getByLabelText(/^Copy To/), 'oss');
    expect(await screen.findByText('The search failed. Try again.')).toBeTruthy();
  });
});
