import { scheduleSetWeek } from '@portal/contract/timecard-schedules';
import { myTimecards, timecardAdd } from '@portal/contract/timecards';
import { addDays, dayOfWeek, mondayOf, zonedMoment } from '@portal/domain/calendar';
import { formatDateUs, todayIn } from '@portal/domain/date';
import type { Page } from '@playwright/test';
import { heading, visit } from '../support/page.ts';
import { readyUser, uniqueName } from '../support/records.ts';
import { row, search } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

/** The demo practice's time zone. */
const ZONE = 'America/New_York';
const today = () => todayIn(ZONE, new Date());
const moment = (date: string, time: string) => new Date(zonedMoment(ZONE, date, time)).toISOString();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const seeText = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const week = [1, 2, 3, 4, 5].map((day) => ({
  dayOfWeek: day,
  scheduledStartTime: '08:30',
  scheduledEndTime: '17:15',
  lunchStartTime: '12:15',
  lunchDuration: 45,
  gracePeriodMinutes: 7,
  requiresLunchBreak: true,
}));

/** Clicks a clock button and confirms. */
async function confirm(page: Page, name: string): Promise<void> {
  await press(page, name);
  await dialog(page).getByRole('button', { name, exact: true }).click();
}

async function someone(api: Api) {
  const account = await readyUser(api, { lastName: uniqueName() });
  const { id, lastName } = account.user;
  return { account, id, name: `Robin ${lastName}` };
}

test('Timecard: shows the schedule, clocks in, takes lunch, clocks out, and exports the history', async ({
  openAs,
  api,
}) => {
  const { account, id } = await someone(api);
  const days = week.map((shift, index) =>
    index === 0 ? { ...shift, dayOfWeek: dayOfWeek(today()) } : shift,
  );
  const own = [...new Map(days.map((shift) => [shift.dayOfWeek, shift])).values()];
  const body = { effectiveFrom: today(), days: own };
  await api.succeed(scheduleSetWeek, { params: { userId: id }, body }, await api.superToken());
  const { page } = await openAs(account);
  await page.goto('/timecard');
  await seeText(page, 'Not Clocked In');
  const card = page.getByRole('region', { name: 'Today’s Schedule' });
  for (const text of ['8:30 AM', '5:15 PM', '12:15 PM', '45 minutes', '7 minutes'])
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  await press(page, 'Clock In');
  await page.getByLabel('Notes').fill('Front desk');
  await dialog(page).getByRole('button', { name: 'Clock In' }).click();
  await seeText(page, 'Successfully clocked in!');
  await seeText(page, 'Clocked In');
  await seeText(page, 'Front desk');
  await confirm(page, 'Start Lunch');
  await seeText(page, 'Lunch break started!');
  await expect(page.getByRole('button', { name: 'Clock Out' })).toBeDisabled();
  await confirm(page, 'End Lunch');
  await seeText(page, 'Lunch break ended!');
  await confirm(page, 'Clock Out');
  await seeText(page, 'Successfully clocked out!');
  await seeText(page, 'Not Clocked In');

  await page.getByRole('link', { name: 'My Schedule' }).click();
  await expect(heading(page, 'My Schedule')).toBeVisible();
  const table = page.getByRole('table', { name: 'Current week' });
  await expect(table.getByText('8:30 AM–5:15 PM')).toHaveCount(own.length);
  await visit(page, '/timecard');
  await page.getByRole('link', { name: 'View History' }).click();
  await expect(heading(page, 'Timecard History')).toBeVisible();
  await expect(
    row(page, 'Timecard history', 'Front desk').getByText('Complete', { exact: true }),
  ).toBeVisible();
  const saved = page.waitForEvent('download');
  await press(page, 'Export CSV');
  expect((await saved).suggestedFilename()).toBe(`timecard-history-${today()}.csv`);

  for (const path of ['/timecard/reports', '/timecard/schedules']) {
    await visit(page, path);
    await expect(
      page.getByText('Access Denied: You do not have permission to view this page.'),
    ).toBeVisible();
  }
});

test.describe('Timecard Reports and Schedule Management', () => {
  test.use({ account: 'admin' });
  let person: Awaited<ReturnType<typeof someone>>;
  /** The Monday of a past week. */
  const monday = addDays(mondayOf(today()), -14);
  test.beforeAll(async ({ api }) => {
    person = await someone(api);
    const token = await api.superToken();
    const params = { userId: person.id };
    await api.succeed(scheduleSetWeek, { params, body: { effectiveFrom: monday, days: week } }, token);
    for (let day = 0; day < 5; day += 1) {
      const date = addDays(monday, day);
      const body = {
        userId: person.id,
        // Late on Tuesday.
        clockInTime: moment(date, day === 1 ? '08:40' : '08:30'),
        clockOutTime: moment(date, '18:00'),
        reason: 'Added for the journey',
      };
      if (day !== 3) await api.succeed(timecardAdd, { body }, token);
    }
  });

  test('Timecard Reports: weekly hours on screen, as CSV and in print; late and absent arrivals', async ({
    page,
  }) => {
    await page.goto(`/timecard/reports?week=${addDays(monday, 2)}`);
    await expect(heading(page, 'Timecard Reports')).toBeVisible();
    await search(page, 'Search employees', person.name);
    const cells = row(page, 'Weekly hours', person.name).getByRole('cell');
    await expect(cells).toHaveText([
      '09:30',
      '09:20',
      '09:30',
      '—',
      '09:30',
      '—',
      '—',
      '37:50',
      '37:50',
      '—',
    ]);
    const saved = page.waitForEvent('download');
    await press(page, 'Export CSV');
    expect((await saved).suggestedFilename()).toBe(`weekly-hours-report-${monday}.csv`);
    const printed = await page.evaluate(() => {
      // The events that a browser sends before and after printing.
      window.dispatchEvent(new Event('beforeprint'));
      const sheet = document.querySelector('[data-print-sheet]');
      const texts = Array.from(sheet?.querySelectorAll('h1, td') ?? [], ({ textContent }) =>
        textContent.trim(),
      );
      window.dispatchEvent(new Event('afterprint'));
      return texts;
    });
    expect(printed).toEqual(['Weekly Hours', person.name, ...(await cells.allInnerTexts())]);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);

    await page.goto(`/timecard/reports?tab=compliance&date=${addDays(monday, 1)}&pageSize=100`);
    const arrival = row(page, 'Arrivals', person.name);
    for (const text of ['8:30 AM', '8:40 AM', 'Late', '10 minutes'])
      await expect(arrival.getByText(text, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Next day' }).click();
    await page.getByRole('button', { name: 'Next day' }).click();
    await expect(arrival.getByText('Absent', { exact: true })).toBeVisible();
  });

  test('Team Timecards: adds, corrects and deletes with a reason, and shows the corrections', async ({
    page,
    api,
  }) => {
    const date = addDays(monday, 3);
    await page.goto(`/timecard/reports?tab=team&userId=${person.id}&startDate=${date}&endDate=${date}`);
    await seeText(page, 'No timecards match the filters');
    await press(page, 'Add Timecard');
    await page.getByRole('dialog').getByLabel('Employee').fill(person.name);
    await page.getByRole('option', { name: person.name }).click();
    await page.getByRole('textbox', { name: 'Date', exact: false }).last().fill(formatDateUs(date));
    await page.getByLabel('Clock In').fill('8:35 AM');
    await page.getByLabel('Reason').fill('Forgot to clock in that day');
    await page.getByLabel('Clock Out').fill('5:00 PM');
    await press(page, 'Add');
    const card = row(page, 'Team timecards', person.name);
    await expect(card.getByText('08:25', { exact: true })).toBeVisible();
    await card.getByRole('button', { name: /^Correct / }).click();
    await page.getByLabel('Clock Out').fill('5:30 PM');
    await page.getByLabel('Reason').fill('Stayed for a late patient');
    await press(page, 'Save');
    await expect(card.getByText('08:55', { exact: true })).toBeVisible();
    await card.getByRole('button', { name: /^Corrections/ }).click();
    await expect(page.getByRole('dialog').getByText('Stayed for a late patient')).toBeVisible();
    await expect(
      page
        .getByRole('dialog')
        .getByText(`${formatDateUs(date)} 5:30 PM`)
        .last(),
    ).toBeVisible();
    await press(page, 'Close');
    await card.getByRole('button', { name: /^Delete / }).click();
    await page.getByLabel('Reason').fill('Entered for the wrong day');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await seeText(page, 'No timecards match the filters');
    const { token } = await api.signIn(person.account.userName, person.account.password);
    const own = await api.succeed(myTimecards, { query: { startDate: date, endDate: date } }, token);
    expect(own.totalCount).toBe(0);
  });

  test('Schedule Management: edits a schedule and copies it to others', async ({ page, api }) => {
    const other = await someone(api);
    await page.goto('/timecard/schedules');
    await expect(heading(page, 'Schedule Management')).toBeVisible();
    await search(page, 'Search employees', person.name);
    await row(page, 'Schedules', person.name)
      .getByRole('link', { name: /^Edit schedule/ })
      .click();
    await expect(heading(page, 'Edit Schedule')).toBeVisible();
    const firstDay = page.getByRole('group', { name: 'Monday' });
    await firstDay.getByLabel('End').fill('4:00 PM');
    await press(page, 'Copy Monday to Tuesday–Friday');
    await press(page, 'Save');
    // Back in the list as it was.
    await page.waitForURL(/schedules\?search=/);
    await expect(row(page, 'Schedules', person.name).getByText('8:30 AM–4:00 PM')).toHaveCount(5);
    await row(page, 'Schedules', person.name)
      .getByRole('button', { name: /^Copy schedule/ })
      .click();
    // Wait for the dialog before typing, because opening it may still move the focus.
    await expect(page.getByRole('dialog').getByRole('heading', { name: /^Copy Schedule of/ })).toBeVisible();
    await page.getByRole('combobox', { name: 'Copy To' }).click();
    await page.getByRole('combobox', { name: 'Copy To' }).pressSequentially(other.name, { delay: 5 });
    // Without the full name, only the first 20 employees would be offered.
    await expect(page.getByRole('combobox', { name: 'Copy To' })).toHaveValue(other.name);
    await page.getByRole('option', { name: other.name }).click();
    await page.keyboard.press('Escape');
    await press(page, 'Copy');
    await seeText(page, 'The schedule was copied to 1 employee');
    await search(page, 'Search employees', other.name);
    await expect(row(page, 'Schedules', other.name).getByText('8:30 AM–4:00 PM').first()).toBeVisible();
    await page.goto(`/timecard/schedules/${person.id}`);
    await page.getByRole('button', { name: new RegExp(`^${formatDateUs(monday)} – `) }).click();
    await expect(page.getByRole('table', { name: /^Week of/ }).getByText('8:30 AM–5:15 PM')).toHaveCount(5);
  });
});
