import { scheduleSetWeek } from '@portal/contract/timecard-schedules';
import { myTimecards, timecardAdd } from '@portal/contract/timecards';
import { addDays, DAY_NAMES, dayOfWeek, mondayOf, zonedMoment } from '@portal/domain/calendar';
import { formatDateUs, todayIn } from '@portal/domain/date';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage } from '../run/page.ts';
import { readyUser, superToken, uniqueName } from '../run/records.ts';
import { answer } from '../run/requests.ts';
import { columns, row, search } from '../run/table.ts';

useBrowser();

/** The demo practice's. */
const ZONE = 'America/New_York';
const today = () => todayIn(ZONE, new Date());
const moment = (date: string, time: string) => new Date(zonedMoment(ZONE, date, time)).toISOString();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const week = [1, 2, 3, 4, 5].map((day) => ({
  dayOfWeek: day,
  scheduledStartTime: '08:30',
  scheduledEndTime: '17:15',
  lunchStartTime: '12:15',
  lunchDuration: 45,
  gracePeriodMinutes: 7,
  requiresLunchBreak: true,
}));

/** Presses a button of the timecard and confirms it. */
async function confirm(page: Page, name: string): Promise<void> {
  await press(page, name);
  await dialog(page).getByRole('button', { name, exact: true }).click();
}

async function someone() {
  const account = await readyUser({ lastName: uniqueName() });
  const { id, lastName } = account.user;
  return { account, id, name: `Robin ${lastName}` };
}

describe('spec 3 §2 Timecard /timecard', () => {
  it('clocks in with notes, to lunch and back, and out; each is asked first, the clock runs', async () => {
    const { account } = await someone();
    const { page } = await openAs(account);
    await page.clock.install();
    await page.goto('/timecard');
    await said(page, 'Not Clocked In');
    await said(page, 'No schedule for today');
    await said(page, 'Contact your supervisor to set up your schedule');
    await press(page, 'Clock In');
    await page.getByLabel('Notes').fill('Front desk');
    await answer(page, '**/api/timecard/clock-in', { method: 'POST', status: 500 });
    await dialog(page).getByRole('button', { name: 'Clock In' }).click();
    await said(page, 'Failed to clock in');
    await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('Front desk');
    await page.unrouteAll();
    await dialog(page).getByRole('button', { name: 'Clock In' }).click();
    await said(page, 'Successfully clocked in!');
    await said(page, 'Clocked In');
    await said(page, 'Front desk');
    const elapsed = page.getByRole('term').filter({ hasText: 'Elapsed Time' }).locator('xpath=../dd');
    await page.clock.runFor(90_000);
    await expect.poll(() => elapsed.innerText()).toMatch(/^00:01:(3|4)\d$/);
    await confirm(page, 'Start Lunch');
    await said(page, 'Lunch break started!');
    await said(page, 'On Lunch Break');
    await said(page, 'You are on your lunch break. End lunch before you clock out.');
    await expect.poll(() => page.getByRole('button', { name: 'Clock Out' }).isDisabled()).toBe(true);
    await confirm(page, 'End Lunch');
    await said(page, 'Lunch break ended!');
    await expect.poll(() => page.getByRole('button', { name: /Lunch/ }).count()).toBe(0);
    await confirm(page, 'Clock Out');
    await said(page, 'Successfully clocked out!');
    await said(page, 'Not Clocked In');
  });

  it('shows today’s schedule; /timecard/schedule has one’s own week, to be read only (decisions 27)', async () => {
    const { account, id } = await someone();
    const days = week.map((shift, index) =>
      index === 0 ? { ...shift, dayOfWeek: dayOfWeek(today()) } : shift,
    );
    const own = [...new Map(days.map((shift) => [shift.dayOfWeek, shift])).values()];
    const body = { effectiveFrom: today(), days: own };
    await client().succeed(scheduleSetWeek, { params: { userId: id }, body }, await superToken());
    const { page } = await openAs(account);
    await page.goto('/timecard');
    const card = page.getByRole('region', { name: 'Today’s Schedule' });
    await card.getByText('Scheduled Start').waitFor();
    await expect
      .poll(() => card.getByRole('term').allInnerTexts())
      .toEqual([
        'Day',
        'Scheduled Start',
        'Scheduled End',
        'Lunch Time',
        'Lunch Duration',
        'Grace Period',
        'Lunch Required',
      ]);
    await expect
      .poll(() => card.getByRole('definition').allInnerTexts())
      .toEqual([DAY_NAMES[dayOfWeek(today())], '08:30', '17:15', '12:15', '45 minutes', '7 minutes', 'Yes']);
    await page.getByRole('link', { name: 'My Schedule' }).click();
    await heading(page, 'My Schedule');
    const table = page.getByRole('table', { name: 'Current week' });
    await expect.poll(() => table.getByText('08:30–17:15').count()).toBe(own.length);
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
  });
});

describe('spec 3 §2 Timecard History /timecard/history', () => {
  it('has range, totals, columns and page sizes, and exports timecard-history-{date}.csv', async () => {
    const { account, id } = await someone();
    const token = await superToken();
    for (const [back, out] of [
      [1, '17:00'],
      [2, '16:00'],
    ] as const) {
      const date = addDays(today(), -back);
      const body = {
        userId: id,
        clockInTime: moment(date, '08:00'),
        clockOutTime: moment(date, out),
        lunchStartTime: moment(date, '12:00'),
        lunchEndTime: moment(date, '12:30'),
        reason: 'Added for the journey',
      };
      await client().succeed(timecardAdd, { body }, token);
    }
    const { page } = await openAs(account);
    await page.goto('/timecard');
    await page.getByRole('link', { name: 'View History' }).click();
    await heading(page, 'Timecard History');
    await expect
      .poll(() => columns(page, 'Timecard history'))
      .toEqual(['Date', 'Clock In', 'Clock Out', 'Lunch', 'Total Hours', 'Status', 'Notes']);
    await said(page, '16:00');
    const first = row(page, 'Timecard history', formatDateUs(addDays(today(), -1)));
    for (const text of ['08:00', '17:00', '12:00–12:30 (00:30)', '08:30', 'Complete'])
      await first.getByText(text, { exact: true }).waitFor();
    await page.getByRole('combobox', { name: /Rows per page/ }).click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['5', '10', '25', '50']);
    await page.keyboard.press('Escape');
    const saved = page.waitForEvent('download');
    await press(page, 'Export CSV');
    expect((await saved).suggestedFilename()).toBe(`timecard-history-${today()}.csv`);
    await page.getByLabel('End Date', { exact: true }).fill(formatDateUs(addDays(today(), -2)));
    await first.waitFor({ state: 'hidden' });
    await said(page, '07:30');
    await row(page, 'Timecard history', formatDateUs(addDays(today(), -2)))
      .getByRole('button', { name: /^Added by .*: Added for the journey$/ })
      .click();
    await dialog(page).getByText('Added for the journey', { exact: true }).waitFor();
    await press(page, 'Close');
    await press(page, 'Refresh');
    await answer(page, '**/api/timecard/my-timecards*', { method: 'GET', status: 500 });
    await page.reload();
    await said(page, 'Failed to load timecard history');
  });
});

describe('spec 3 §2 Timecard Reports, Schedule Management; decisions 81', () => {
  const shared = usePage('admin');
  let person: Awaited<ReturnType<typeof someone>>;
  /** A week that is over. */
  const monday = addDays(mondayOf(today()), -14);
  beforeAll(async () => {
    person = await someone();
    const token = await superToken();
    const params = { userId: person.id };
    await client().succeed(scheduleSetWeek, { params, body: { effectiveFrom: monday, days: week } }, token);
    for (let day = 0; day < 5; day += 1) {
      const date = addDays(monday, day);
      const body = {
        userId: person.id,
        // On Tuesday past the grace period.
        clockInTime: moment(date, day === 1 ? '08:40' : '08:30'),
        clockOutTime: moment(date, '18:00'),
        reason: 'Added for the journey',
      };
      if (day !== 3) await client().succeed(timecardAdd, { body }, token);
    }
  });

  it('Weekly Hours: the Monday-to-Sunday grid of a week, and weekly-hours-report-{date}.csv', async () => {
    const page = shared();
    await page.goto(`/timecard/reports?week=${addDays(monday, 2)}`);
    await heading(page, 'Timecard Reports');
    await expect
      .poll(async () => (await page.getByRole('tab').allInnerTexts()).slice(0, 3))
      .toEqual(['Weekly Hours', 'Overtime Report', 'Arrival Compliance']);
    await search(page, 'Search employees', person.name);
    const cells = row(page, 'Weekly hours', person.name).getByRole('cell');
    await expect
      .poll(() => cells.allInnerTexts())
      .toEqual(['09:30', '09:20', '09:30', '—', '09:30', '—', '—', '37:50', '37:50', '—']);
    const heads = await columns(page, 'Weekly hours');
    expect(heads.map((text) => text.slice(0, 3))).toEqual([
      'Emp',
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
      'Tot',
      'Reg',
      'Ove',
    ]);
    const saved = page.waitForEvent('download');
    await press(page, 'Export CSV');
    expect((await saved).suggestedFilename()).toBe(`weekly-hours-report-${monday}.csv`);
    const printed = await page.evaluate(() => {
      // What a browser does before and after it prints.
      window.dispatchEvent(new Event('beforeprint'));
      const sheet = document.querySelector('[data-print-sheet]');
      const texts = Array.from(sheet?.querySelectorAll('h1, td') ?? [], ({ textContent }) => textContent);
      window.dispatchEvent(new Event('afterprint'));
      return texts;
    });
    expect(printed).toEqual(['Weekly Hours', person.name, ...(await cells.allInnerTexts())]);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it('Overtime Report and Arrival Compliance: figures and tables', async () => {
    const page = shared();
    await page.getByRole('tab', { name: 'Overtime Report' }).click();
    for (const label of ['Employees with Overtime', 'Total Overtime', 'Week Period'])
      await page.getByRole('term').filter({ hasText: label }).waitFor();
    await said(page, `${formatDateUs(monday)} – ${formatDateUs(addDays(monday, 6))}`);
    await page.goto(`/timecard/reports?tab=compliance&date=${addDays(monday, 1)}&pageSize=100`);
    await expect
      .poll(() => columns(page, 'Arrivals'))
      .toEqual(['Employee', 'Scheduled Arrival', 'Actual Arrival', 'Status', 'Minutes Late']);
    const arrival = row(page, 'Arrivals', person.name);
    for (const text of ['08:30', '08:40', 'Late', '10 minutes'])
      await arrival.getByText(text, { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('term').allInnerTexts())
      .toEqual(['Total Employees', 'On Time', 'Late', 'Compliance Rate']);
    await page.getByRole('button', { name: 'Next day' }).click();
    await page.getByRole('button', { name: 'Next day' }).click();
    await arrival.getByText('Absent', { exact: true }).waitFor();
  });

  it('Team Timecards: adds, corrects and deletes with a reason; what was corrected is kept (decisions 79)', async () => {
    const page = shared();
    const date = addDays(monday, 3);
    await page.goto(`/timecard/reports?tab=team&userId=${person.id}&startDate=${date}&endDate=${date}`);
    await said(page, 'No timecards match the filters');
    await press(page, 'Add Timecard');
    await page.getByRole('dialog').getByLabel('Employee').fill(person.name);
    await page.getByRole('option', { name: person.name }).click();
    await page.getByRole('textbox', { name: 'Date', exact: false }).last().fill(formatDateUs(date));
    await page.getByLabel('Clock In').fill('08:35');
    await page.getByLabel('Clock Out').fill('08:00');
    await page.getByLabel('Reason').fill('short');
    await press(page, 'Add');
    await said(page, 'Give a reason of at least 10 characters');
    await page.getByLabel('Reason').fill('Forgot to clock in that day');
    await page.getByLabel('Clock Out').fill('17:00');
    await press(page, 'Add');
    const card = row(page, 'Team timecards', person.name);
    await card.getByText('08:25', { exact: true }).waitFor();
    await card.getByRole('button', { name: /^Correct / }).click();
    await page.getByLabel('Clock Out').fill('17:30');
    await page.getByLabel('Reason').fill('Stayed for a late patient');
    await press(page, 'Save');
    await card.getByText('08:55', { exact: true }).waitFor();
    await card.getByRole('button', { name: /^Corrections/ }).click();
    await page.getByRole('dialog').getByText('Stayed for a late patient').waitFor();
    await page
      .getByRole('dialog')
      .getByText(`${formatDateUs(date)} 17:30`)
      .last()
      .waitFor();
    await press(page, 'Close');
    await card.getByRole('button', { name: /^Delete / }).click();
    await page.getByLabel('Reason').fill('Entered for the wrong day');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await said(page, 'No timecards match the filters');
    const { token } = await client().signIn(person.account.userName, person.account.password);
    const own = await client().succeed(myTimecards, { query: { startDate: date, endDate: date } }, token);
    expect(own.totalCount).toBe(0);
  });

  it('Schedule Management: edits a week from a day on and copies it to others (decisions 27, 81)', async () => {
    const page = shared();
    const other = await someone();
    await page.goto('/timecard/schedules');
    await heading(page, 'Schedule Management');
    await search(page, 'Search employees', person.name);
    await row(page, 'Schedules', person.name)
      .getByRole('link', { name: /^Edit schedule/ })
      .click();
    await heading(page, 'Edit Schedule');
    const firstDay = page.getByRole('group', { name: 'Monday' });
    await firstDay.getByLabel('End').fill('05:00');
    await press(page, 'Save');
    await page.getByText('A shift can last at most 16 hours').waitFor();
    await firstDay.getByLabel('End').fill('16:00');
    await press(page, 'Copy Monday to Tuesday–Friday');
    await press(page, 'Save');
    await page.waitForURL('**/timecard/schedules');
    await search(page, 'Search employees', person.name);
    await page.waitForURL(/search=/);
    await expect.poll(() => row(page, 'Schedules', person.name).getByText('08:30–16:00').count()).toBe(5);
    await row(page, 'Schedules', person.name)
      .getByRole('button', { name: /^Copy schedule/ })
      .click();
    // Typed as people do, once the dialog stands: what opens may still take the focus.
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: /^Copy Schedule of/ })
      .waitFor();
    await page.getByRole('combobox', { name: 'Copy To' }).click();
    await page.getByRole('combobox', { name: 'Copy To' }).pressSequentially(other.name, { delay: 5 });
    // Without the whole name only the first twenty people would be offered.
    await expect.poll(() => page.getByRole('combobox', { name: 'Copy To' }).inputValue()).toBe(other.name);
    await page.getByRole('option', { name: other.name }).click();
    await page.keyboard.press('Escape');
    await press(page, 'Copy');
    await said(page, 'The schedule was copied to 1 employee');
    await search(page, 'Search employees', other.name);
    await row(page, 'Schedules', other.name).getByText('08:30–16:00').first().waitFor();
  });

  it('spec 3 §2 reports and schedules of others are refused without the permission', async () => {
    const { page } = await openAs('staff');
    for (const path of ['/timecard/reports', '/timecard/schedules']) {
      await page.goto(path);
      await page.getByText('Access Denied: You do not have permission to view this page.').waitFor();
    }
    await expect.poll(() => page.getByRole('link', { name: 'Timecard', exact: true }).count()).toBe(1);
  });
});
