import type { BodyInputOf } from '@portal/contract/endpoint';
import {
  messageAssign,
  messageComplete,
  messageCreate,
  messageUpdate,
  type PhoneMessageRecord,
} from '@portal/contract/messages';
import type { Page } from '@playwright/test';
import { heading, pick, visit } from '../support/page.ts';
import { newPatient, readyUser, uniqueName } from '../support/records.ts';
import { hold } from '../support/requests.ts';
import { columnCells, range, row } from '../support/table.ts';
import type { Api } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

const LIST = 'Phone Messages';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

async function newMessage(
  api: Api,
  change: Partial<BodyInputOf<typeof messageCreate>> = {},
): Promise<PhoneMessageRecord> {
  const body = {
    category: 'Medical',
    callerName: 'Ida Quill',
    message: 'Please call back.',
    ...change,
  } as const;
  return api.succeed(messageCreate, { body }, await api.superToken());
}
const assign = async (api: Api, id: string, userId: string) =>
  api.succeed(messageAssign, { params: { id }, body: { userId } }, await api.superToken());

test.describe('Phone Messages /messages', () => {
  test.use({ account: 'staff' });

  test('suggests the patient by phone number, fills in name and patient, and adds the message to the patient’s timeline', async ({
    page,
    api,
  }) => {
    const lastName = uniqueName();
    const phone = `443${String(Date.now()).slice(-7)}`;
    const patient = await newPatient(api, { lastName, phone });
    await visit(page, '/messages/new');
    await expect(heading(page, 'New Phone Message')).toBeVisible();
    await page.getByLabel('Caller Phone').pressSequentially(phone);
    await page.getByRole('button', { name: new RegExp(`^${lastName}, Ada`) }).click();
    await expect(page.getByLabel('Caller Name')).toHaveValue(`Ada ${lastName}`);
    await pick(page, 'Category', 'Prescription');
    await page.getByRole('textbox', { name: 'Message' }).fill('Needs a refill.\nTwo days left.');
    await press(page, 'Save');
    await expect(page.getByText(/^MSG-\d{4}-\d{6} was saved$/).first()).toBeVisible();
    await visit(page, `/patients/${patient.id}?tab=messages`);
    await expect(row(page, LIST, 'Needs a refill.')).toBeVisible();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const entry = row(page, 'Timeline', 'Needs a refill.');
    await expect(entry.getByText('Phone Message')).toBeVisible();
    await entry.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: /^MSG-/ })).toBeVisible();
    await expect(page.getByRole('list', { name: 'History' }).getByText('took the message')).toBeVisible();
  });

  test('focuses the form even when the message loads late; a completed message can be followed up', async ({
    page,
    api,
  }) => {
    const { id, messageNumber } = await newMessage(api);
    await page.goto(`/messages/${id}`);
    const complete = page.getByRole('link', { name: 'Complete' });
    await expect(complete).toBeVisible();
    const answer = await hold(page, `**/api/phonemessage/${id}`);
    await complete.click();
    await expect(heading(page, 'Complete Phone Message')).toBeVisible();
    await answer.release();
    const resolution = page.getByRole('textbox', { name: 'Resolution' });
    await expect(resolution).toBeFocused();
    await page.keyboard.type('Prescription sent.');
    await expect(resolution).toHaveValue('Prescription sent.');
    await expect(resolution).toBeFocused();
    await press(page, 'Complete');
    await expect(page.getByText(`${messageNumber} was completed`, { exact: true }).first()).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Resolution' }).getByText('Prescription sent.'),
    ).toBeVisible();
    await press(page, 'New follow-up');
    await expect(page.getByText('This message follows up')).toBeVisible();

    await visit(page, '/messages');
    await page.getByRole('link', { name: 'New Message' }).click();
    await expect(page.getByLabel('Caller Phone')).toBeFocused();
    await page.keyboard.type('4105550142');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ida Quill');
    await expect(page.getByLabel('Caller Phone')).toHaveValue('(410) 555-0142');
    await expect(page.getByLabel('Caller Name')).toHaveValue('Ida Quill');
  });

  test('adds a note, links a follow-up on both pages, and deletes with a reason', async ({ openAs, api }) => {
    const { page } = await openAs('admin');
    const original = await newMessage(api);
    await page.goto(`/messages/${original.id}`);
    await expect(heading(page, original.messageNumber)).toBeVisible();
    await page.getByRole('textbox', { name: 'Note' }).fill('Tried twice, voicemail.');
    await press(page, 'Add Note');
    await expect(
      page.getByRole('list', { name: 'History' }).getByText('Tried twice, voicemail.'),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
    await press(page, `Actions for ${original.messageNumber}`);
    await page.getByRole('menuitem', { name: 'New Follow-up' }).click();
    await expect(page.getByText('This message follows up')).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).fill('Calls again.');
    await press(page, 'Save');
    await expect(heading(page, original.messageNumber)).toBeVisible();
    await page.getByRole('list', { name: 'History' }).getByRole('link', { name: /^MSG-/ }).click();
    await expect(page.getByText('Calls again.')).toBeVisible();
    const number = await page.getByRole('heading', { level: 1 }).innerText();
    await expect(page.getByRole('link', { name: original.messageNumber })).toBeVisible();
    await press(page, `Actions for ${number}`);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete phone message?' });
    await dialog.getByLabel('Reason').fill('Written down twice');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/messages');
    await page.goto(`/messages/${original.id}`);
    await expect(heading(page, original.messageNumber)).toBeVisible();
    await expect(page.getByText('Follow-ups')).toHaveCount(0);
  });

  test('two users at once: the editor sees both versions, the second to complete sees who was first, and nothing is lost', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs('physician');
    const { id, version, messageNumber } = await newMessage(api);
    const token = await api.superToken();
    await page.goto(`/messages/${id}/edit`);
    await page.getByLabel('Caller Name').fill('Mine');
    const theirs = {
      category: 'Billing',
      callerName: 'Theirs',
      message: 'Please call back.',
      version,
    } as const;
    await api.succeed(messageUpdate, { params: { id }, body: theirs }, token);
    await press(page, 'Save');
    await expect(page.getByText('They saved: Theirs')).toBeVisible();
    await expect(page.getByText('They saved: Billing')).toBeVisible();
    await press(page, 'Keep mine');
    await press(page, 'Save');
    await expect(page.getByText(`${messageNumber} was saved`, { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Mine', { exact: true })).toBeVisible();
    await expect(page.getByText('Billing', { exact: true })).toBeVisible();

    await page.getByRole('link', { name: 'Complete' }).click();
    const resolution = page.getByRole('textbox', { name: 'Resolution' });
    await resolution.fill('Called back, all is well.');
    const body = { resolution: 'Done already.' };
    await api.succeed(messageComplete, { params: { id }, body }, token);
    await press(page, 'Complete');
    await expect(page.getByText(/^This message was completed by Margaret Okafor on /)).toBeVisible();
    await expect(resolution).toHaveValue('Called back, all is well.');
    await page.goto(`/messages/${id}/edit`);
    await expect(page.getByText(`${messageNumber} was completed by Margaret Okafor`)).toBeVisible();
    await page.getByRole('link', { name: 'View message' }).click();
    await expect(page.getByText('Done already.').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Complete' })).toHaveCount(0);
  });
});

test.describe('assigning a message', () => {
  test('notifies the assignee immediately on any page and in the list, and shows it under My Messages Only', async ({
    openAs,
    api,
  }) => {
    const nurse = await readyUser(api, { lastName: uniqueName() });
    const { page } = await openAs(nurse);
    await page.goto('/');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await visit(page, '/orders');
    await expect(heading(page, 'Medical Orders')).toBeVisible();
    const { id, messageNumber } = await newMessage(api);
    await assign(api, id, nurse.user.id);
    await press(page, 'Open message');
    await expect(heading(page, messageNumber)).toBeVisible();
    await page.getByRole('link', { name: /Phone Messages.*1 open and assigned to you/ }).click();
    await page.getByLabel('My Messages Only').click();
    await expect(range(page, LIST).filter({ hasText: '1–1 of 1' })).toBeVisible();
    const second = await newMessage(api, { priority: 'High' });
    await assign(api, second.id, nurse.user.id);
    // Without a reload, and above the older one of lower priority.
    await expect(columnCells(page, LIST, 'Message #')).toContainText([second.messageNumber, messageNumber]);
    await expect(page.getByText(`${second.messageNumber} was assigned to you`).first()).toBeVisible();
  });

  test('assigns on a separate page, to a colleague or to oneself, and returns to the filtered list', async ({
    openAs,
    api,
  }) => {
    const { page } = await openAs('assistant');
    const colleague = await readyUser(api, { lastName: uniqueName() });
    const { messageNumber } = await newMessage(api, {
      priority: 'Urgent',
      callDateTime: '2001-02-05T15:04:00Z',
      message: `${'The pharmacy has no stock. '.repeat(12)}The end.`,
    });
    await page.goto('/messages?status=New&priority=Urgent');
    const mine = row(page, LIST, messageNumber);
    await expect(mine.getByText(/^Overdue \d+ d/)).toBeVisible();
    await mine.getByRole('link', { name: /^The pharmacy/ }).focus();
    await expect(page.getByRole('tooltip').getByText('The end.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: `Assign ${messageNumber}` }).click();
    await expect(heading(page, 'Assign Phone Message')).toBeVisible();
    await page.getByLabel('Colleague').fill(colleague.user.lastName);
    await page.getByRole('option', { name: new RegExp(colleague.user.lastName) }).click();
    await press(page, 'Assign');
    await expect(
      page.getByText(`${messageNumber} was assigned to Robin ${colleague.user.lastName}`).first(),
    ).toBeVisible();
    await page.waitForURL((url) => url.search === '?status=New&priority=Urgent');
    await choose(page, 'Status', 'In Progress');
    await page.getByRole('link', { name: `Assign ${messageNumber}` }).click();
    await press(page, 'Assign to me');
    await press(page, 'Assign');
    await expect(
      page.getByText(`${messageNumber} was assigned to you`, { exact: true }).first(),
    ).toBeVisible();
    await expect(mine.getByText('Keisha Boyd')).toBeVisible();
    await press(page, 'Clear Filters');
    await page.waitForURL((url) => url.search === '');
  });
});
