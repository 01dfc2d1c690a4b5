import type { Locator, Page } from '@playwright/test';
import { countClicks } from '../support/clicks.ts';
import { heading } from '../support/page.ts';
import { newPatient, readyUser, uniqueName } from '../support/records.ts';
import { newDocument, pdf } from '../support/documents.ts';
import { expect, test } from '../support/test.ts';

/** More stops than any page has between two controls. */
const MOST_STOPS = 120;

/** Moves the focus to the element with the Tab key, or back to it, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not reach ${target.toString()}`);
}

async function press(page: Page, target: Locator, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** Types into the search of everything and opens the highlighted line, once it is the expected one. */
async function go(page: Page, text: string, line: string | RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByText('Recently opened')).toBeHidden();
  await expect(page.getByRole('option', { selected: true })).toContainText(line);
  await page.keyboard.press('Enter');
}

async function goToArea(page: Page, key: string, title: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await expect(heading(page, title)).toBeVisible();
}

test('an hour at the front desk takes 20 tasks without a click', async ({ openAs, api }) => {
  test.slow();
  const lastName = uniqueName('Quill');
  const newcomer = uniqueName('Reed');
  const phone = `443${String(Date.now()).slice(-7)}`;
  const patient = await newPatient(api, { firstName: 'Ida', lastName, phone });
  await newDocument(api, patient.id, pdf(`${lastName.toLowerCase()}-referral.pdf`, 'Referral'));
  const { page } = await openAs(await readyUser(api, { role: 'MedicalAssistant' }));
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  const clicks = await countClicks(page);

  await test.step('1. clock in', async () => {
    await goToArea(page, 't', 'Timecard');
    await press(page, button('Clock In'));
    await press(page, page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Clock In' }));
    await expect(button('Clock Out')).toBeVisible();
  });
  await test.step('2. open a chart by the name', async () => {
    await go(page, lastName.slice(0, 9).toLowerCase(), `${lastName}, Ida`);
    await expect(heading(page, `Ida ${lastName}`)).toBeVisible();
  });
  await test.step('3. look at the patient’s documents', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
    for (const name of ['Timeline', 'Orders', 'Messages', 'Documents']) {
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('tab', { name })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${lastName.toLowerCase()}-referral.pdf`).first()).toBeVisible();
  });
  await test.step('4. change the address', async () => {
    await press(page, link('Edit'));
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
    await tabTo(page, page.getByRole('textbox', { name: 'City' }));
    await page.keyboard.type('Easton');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(heading(page, `Ida ${lastName}`)).toBeVisible();
  });
  await test.step('5. go back to the list of patients', async () => {
    await goToArea(page, 'p', 'Patients');
  });
  await test.step('6. find a patient by birth date and name', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type(`2/29/80 ${lastName}`);
    await expect(page.getByRole('table', { name: 'Patients' }).locator('[data-row]')).toHaveCount(1);
  });
  await test.step('7. open the first row', async () => {
    await tabTo(
      page,
      page.getByRole('table', { name: 'Patients' }).getByRole('link', { name: `Ida ${lastName}` }),
    );
    await page.keyboard.press('Enter');
    await expect(heading(page, `Ida ${lastName}`)).toBeVisible();
  });
  await test.step('8. return to the search as it was', async () => {
    await press(page, link('Back'));
    await expect(page.getByRole('textbox', { name: 'Search patients' })).toHaveValue(`2/29/80 ${lastName}`);
  });
  await test.step('9. add a patient', async () => {
    await page.keyboard.press('n');
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
    await page.keyboard.type('Cole');
    await tabTo(page, page.getByRole('textbox', { name: 'Last name' }));
    await page.keyboard.type(newcomer);
    await tabTo(page, page.getByLabel('Date of Birth'));
    await page.keyboard.type('03041975');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(button('Open patient')).toBeVisible();
  });
  await test.step('10. open the new chart', async () => {
    await go(page, newcomer.toLowerCase(), `${newcomer}, Cole`);
    await expect(heading(page, `Cole ${newcomer}`)).toBeVisible();
  });
  await test.step('11. take a phone message from a known caller', async () => {
    await goToArea(page, 'm', 'Phone Messages');
    await page.keyboard.press('n');
    await expect(page.getByLabel('Caller Phone')).toBeFocused();
    await page.keyboard.type(phone);
    await press(page, page.getByRole('button', { name: new RegExp(`^${lastName}, Ida`) }));
    await tabTo(page, page.getByRole('radio', { name: 'Appointment', exact: true }));
    for (let option = 0; option < 3; option += 1) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Medical', exact: true })).toBeChecked();
    await tabTo(page, page.getByRole('textbox', { name: 'Message' }));
    await page.keyboard.type(`Asks about ${newcomer}`);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(/^MSG-\d{4}-\d{6} was saved$/).first()).toBeVisible();
  });
  await test.step('12. find the message by its text', async () => {
    await go(page, `about ${newcomer}`.toLowerCase(), /MSG-\d{4}-\d{6}/);
    await expect(page.getByRole('heading', { level: 1, name: /^MSG-/ })).toBeVisible();
  });
  await test.step('13. order an MRI for the patient', async () => {
    await go(page, `order ${lastName}`.toLowerCase(), `New order for Ida ${lastName}`);
    await expect(heading(page, 'New Order')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Patient' })).toHaveValue(new RegExp(lastName));
  });
  await test.step('14. leave the order without saving', async () => {
    await press(page, link('Cancel'));
    await expect(heading(page, 'New Order')).toBeHidden();
  });
  await test.step('15. find a document by its name', async () => {
    await goToArea(page, 'f', 'Documents');
    await page.keyboard.press('/');
    await page.keyboard.type(`${lastName}-referral`.toLowerCase());
    await expect(page.getByRole('table', { name: 'Documents' }).locator('[data-row]')).toHaveCount(1);
  });
  await test.step('16. see the orders of the day', async () => {
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByRole('table', { name: 'Documents' }).getByRole('link').first());
    await goToArea(page, 'o', 'Medical Orders');
    const orders = page.getByRole('table', { name: 'Medical Orders' });
    await expect(orders.locator('[data-row]').first()).toBeVisible();
    await page.keyboard.press('j');
    await expect(orders.locator(':focus')).toHaveCount(1);
  });
  await test.step('17. read the help', async () => {
    await press(page, button('Help for this page'), 'Shift+Tab');
    const help = page.getByRole('complementary', { name: 'Help' });
    await expect(help.getByRole('heading', { name: 'Medical orders' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
  });
  await test.step('18. look at the notifications', async () => {
    await press(page, page.getByRole('button', { name: /^Notifications/ }), 'Shift+Tab');
    await expect(dialog.getByText('No notifications in the last 30 days')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await test.step('19. start lunch', async () => {
    await goToArea(page, 't', 'Timecard');
    await press(page, button('Start Lunch'));
    await press(page, page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Start Lunch' }));
    await expect(button('End Lunch')).toBeVisible();
  });
  await test.step('20. sign out', async () => {
    await press(page, page.getByRole('button', { name: /Account menu/ }), 'Shift+Tab');
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
    await expect.poll(clicks).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
  });
});
