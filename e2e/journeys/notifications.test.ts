import { messageCreate } from '@portal/contract/messages';
import { heading, pick } from '../support/page.ts';
import { readyUser, uniqueName } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

const bell = (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`);
const phone = { width: 390, height: 844 };

test.describe('notifications', () => {
  test('an urgent message that one user assigns appears at once in every tab of the other, and follows them when read', async ({
    openAs,
    api,
  }) => {
    const nurse = await readyUser(api, { lastName: uniqueName() });
    const { page, context } = await openAs(nurse);
    const second = await context.newPage();
    const { page: small } = await openAs(nurse, { viewport: phone });
    for (const each of [page, second, small]) {
      await each.goto('/orders');
      await expect(each.getByRole('button', { name: bell(0), exact: true })).toBeVisible();
    }

    const { page: desk } = await openAs('staff');
    await desk.goto('/messages/new');
    await desk.getByLabel('Caller Name').fill('Ida Quill');
    await pick(desk, 'Category', 'Medical');
    await desk.getByRole('combobox', { name: 'Priority' }).click();
    await desk.getByRole('option', { name: 'Urgent', exact: true }).click();
    await desk.getByRole('combobox', { name: 'Assign to' }).fill(nurse.user.lastName);
    await desk.getByRole('option', { name: new RegExp(nurse.user.lastName) }).click();
    await desk.getByRole('textbox', { name: 'Message' }).fill('Chest pain since this morning.');
    await desk.getByRole('button', { name: 'Save', exact: true }).click();
    const saved = desk.getByText(/^MSG-\d{4}-\d{6} was saved$/).first();
    await expect(saved).toBeVisible();
    const number = (await saved.innerText()).split(' ')[0] ?? '';

    for (const each of [page, second, small]) {
      await expect(each.getByRole('button', { name: bell(1), exact: true })).toBeVisible();
      await expect(
        each.getByText('Urgent message from Ida Quill was assigned to you', { exact: true }).first(),
      ).toBeVisible();
      await expect(each.getByText('Chest pain')).toHaveCount(0);
    }

    // With the keyboard only.
    await page.getByRole('button', { name: bell(1), exact: true }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await expect(panel.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: bell(1), exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    const row = panel.getByRole('link', { name: new RegExp(`Unread: ${number}`) });
    await expect(row).toBeVisible();
    await row.press('Enter');
    await expect(heading(page, number)).toBeFocused();
    for (const each of [page, second, small])
      await expect(each.getByRole('button', { name: bell(0), exact: true })).toBeVisible();

    await small.getByRole('button', { name: bell(0), exact: true }).click();
    const whole = small.getByRole('dialog', { name: 'Notifications' });
    await expect(whole.getByRole('link', { name: new RegExp(number) })).toBeVisible();
    await expect
      .poll(async () => {
        const box = await whole.boundingBox();
        return [box?.x, box?.width];
      })
      .toEqual([0, phone.width]);
    await expect(whole.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  });

  test('all are marked as read at once; a kind that is switched off in My Profile stays away', async ({
    openAs,
    api,
  }) => {
    const nurse = await readyUser(api, { lastName: uniqueName() });
    const { page } = await openAs(nurse);
    await page.goto('/profile');
    await expect(page.getByRole('button', { name: bell(0), exact: true })).toBeVisible();
    const assign = async () => {
      const fields = { category: 'Medical', callerName: 'Ida Quill', message: 'Please call back.' } as const;
      const body = { ...fields, assignedToUserId: nurse.user.id };
      return api.succeed(messageCreate, { body }, await api.superToken());
    };
    await assign();
    await assign();
    await page.getByRole('button', { name: bell(2), exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(panel.getByRole('link', { name: /Unread/ })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Close notifications' }).click();
    await expect(page.getByRole('button', { name: bell(0), exact: true })).toBeVisible();

    const wanted = page.getByRole('switch', { name: 'A phone message is assigned to me' });
    const answer = page.waitForResponse('**/api/user/preferences');
    await wanted.click();
    await answer;
    await expect(wanted).not.toBeChecked();
    const { messageNumber } = await assign();
    // The badge in the menu shows that this assignment has arrived.
    await expect(page.getByRole('link', { name: /Phone Messages.*3 open/ })).toBeVisible();
    await page.getByRole('button', { name: bell(0), exact: true }).click();
    await expect(panel.getByRole('listitem')).toHaveCount(2);
    await expect(panel.getByText(messageNumber)).toHaveCount(0);
  });
});
