import type { BodyInputOf } from '@portal/contract/endpoint';
import {
  messageAssign,
  messageComplete,
  messageCreate,
  messageUpdate,
  type PhoneMessageRecord,
} from '@portal/contract/messages';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { client, heading, openAs, useBrowser, usePage, visit } from '../run/page.ts';
import { newPatient, readyUser, superToken, uniqueName } from '../run/records.ts';
import { hold } from '../run/requests.ts';
import { columns, columnTexts, range, row } from '../run/table.ts';

useBrowser();

const LIST = 'Phone Messages';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

const isFocused = (field: Locator) => field.evaluate((node) => node === document.activeElement);

async function newMessage(
  change: Partial<BodyInputOf<typeof messageCreate>> = {},
): Promise<PhoneMessageRecord> {
  const body = {
    category: 'Medical',
    callerName: 'Ida Quill',
    message: 'Please call back.',
    ...change,
  } as const;
  return client().succeed(messageCreate, { body }, await superToken());
}
const assign = async (id: string, userId: string) =>
  client().succeed(messageAssign, { params: { id }, body: { userId } }, await superToken());

describe('spec 3 §2 Phone Messages /messages', () => {
  const shared = usePage('staff');

  it('has title, New Message, the columns in their order, the filters and what can be done with a row', async () => {
    const page = shared();
    const { id, messageNumber } = await newMessage({
      priority: 'Urgent',
      callerPhone: '(410) 555-0142',
      callDateTime: '2001-01-05T15:04:00Z',
      message: `${'The pharmacy has no stock. '.repeat(12)}The end.`,
    });
    await page.goto('/messages?status=New&priority=Urgent');
    await heading(page, LIST);
    await expect
      .poll(() => columns(page, LIST))
      .toEqual([
        'Message #',
        'Category',
        'Caller',
        'Patient',
        'Message',
        'Call Time',
        'Priority',
        'Status',
        'Assigned To',
        'Actions',
      ]);
    const first = row(page, LIST, messageNumber);
    await first.getByText('01/05/2001 10:04').waitFor();
    await first.getByText(/^Overdue \d+ d/).waitFor();
    await first.getByText('(410) 555-0142').waitFor();
    await first.getByText('Unassigned').waitFor();
    const text = first.getByRole('link', { name: /^The pharmacy/ });
    await text.focus();
    await page.getByRole('tooltip').getByText('The end.').waitFor();
    await page.keyboard.press('Escape');
    const hrefs = await first
      .getByRole('link', { name: new RegExp(messageNumber) })
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(['', '', '/edit', '/assign', '/complete'].map((end) => `/messages/${id}${end}`));
    await press(page, 'Clear Filters');
    await page.waitForURL((url) => url.search === '');
    await choose(page, 'Status', 'Completed');
    await expect
      .poll(async () => new Set(await columnTexts(page, LIST, 'Status')))
      .toEqual(new Set(['Completed']));
    const done = page.getByRole('table', { name: LIST }).getByRole('row').nth(1);
    await expect.poll(() => done.getByRole('button', { name: /^Edit/ }).isDisabled()).toBe(true);
    await expect.poll(() => done.getByRole('button', { name: /^Complete/ }).isDisabled()).toBe(true);
    await expect
      .poll(() => page.getByRole('link', { name: 'New Message' }).getAttribute('href'))
      .toBe('/messages/new');
  });

  it('the caller’s number suggests the patient: one click takes name and patient; nothing typed is lost', async () => {
    const page = shared();
    const lastName = uniqueName();
    const phone = `443${String(Date.now()).slice(-7)}`;
    const patient = await newPatient({ lastName, phone });
    await visit(page, '/messages/new');
    await heading(page, 'New Phone Message');
    await press(page, 'Save');
    for (const text of ['Caller name is required', 'Choose a category', 'Message is required'])
      await page.getByText(text, { exact: true }).waitFor();
    await page.getByLabel('Caller Phone').pressSequentially(phone);
    await page.getByRole('button', { name: new RegExp(`^${lastName}, Ada`) }).click();
    await expect.poll(() => page.getByLabel('Caller Name').inputValue()).toBe(`Ada ${lastName}`);
    await choose(page, 'Category', 'Prescription');
    await page.getByRole('textbox', { name: 'Message' }).fill('Needs a refill.\nTwo days left.');
    await press(page, 'Save');
    await page
      .getByText(/^MSG-\d{4}-\d{6} was saved$/)
      .first()
      .waitFor();
    await visit(page, `/patients/${patient.id}?tab=messages`);
    await row(page, LIST, 'Needs a refill.').waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const entry = row(page, 'Timeline', 'Needs a refill.');
    await entry.getByText('Phone Message').waitFor();
    await entry.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: /^MSG-/ }).waitFor();
    await page.getByRole('list', { name: 'History' }).getByText('took the message').waitFor();
  });

  it('whoever opens a form types on at once, also when the message comes late', async () => {
    const { page } = await openAs('staff');
    const { id } = await newMessage();
    await page.goto('/messages');
    await page.getByRole('link', { name: 'New Message' }).click();
    await expect.poll(() => isFocused(page.getByLabel('Caller Phone'))).toBe(true);
    await page.keyboard.type('4105550142');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ida Quill');
    await expect.poll(() => page.getByLabel('Caller Phone').inputValue()).toBe('(410) 555-0142');
    await expect.poll(() => page.getByLabel('Caller Name').inputValue()).toBe('Ida Quill');

    const late = await openAs('staff');
    await late.page.goto(`/messages/${id}`);
    const complete = late.page.getByRole('link', { name: 'Complete' });
    await complete.waitFor();
    const answer = await hold(late.page, `**/api/phonemessage/${id}`);
    await complete.click();
    await heading(late.page, 'Complete Phone Message');
    await answer.release();
    const resolution = late.page.getByRole('textbox', { name: 'Resolution' });
    await expect.poll(() => isFocused(resolution)).toBe(true);
    await late.page.keyboard.type('Prescription sent.');
    await expect.poll(() => resolution.inputValue()).toBe('Prescription sent.');
    await expect.poll(() => isFocused(resolution)).toBe(true);
  });

  it('a note, a follow-up that both pages link to, and deleting with a reason', async () => {
    const { page } = await openAs('admin');
    const original = await newMessage();
    await page.goto(`/messages/${original.id}`);
    await heading(page, original.messageNumber);
    await page.getByRole('textbox', { name: 'Note' }).fill('Tried twice, voicemail.');
    await press(page, 'Add Note');
    await page.getByRole('list', { name: 'History' }).getByText('Tried twice, voicemail.').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
    await press(page, `Actions for ${original.messageNumber}`);
    await page.getByRole('menuitem', { name: 'New Follow-up' }).click();
    await page.getByText('This message follows up').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Calls again.');
    await press(page, 'Save');
    await heading(page, original.messageNumber);
    await page.getByRole('list', { name: 'History' }).getByRole('link', { name: /^MSG-/ }).click();
    await page.getByText('Calls again.').waitFor();
    const number = await page.getByRole('heading', { level: 1 }).innerText();
    await page.getByRole('link', { name: original.messageNumber }).waitFor();
    await press(page, `Actions for ${number}`);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete phone message?' });
    await dialog.getByLabel('Reason').fill('Written down twice');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/messages');
    await page.goto(`/messages/${original.id}`);
    await heading(page, original.messageNumber);
    await expect.poll(() => page.getByText('Follow-ups').count()).toBe(0);
  });

  it('decisions 8 somebody else saved first: both versions are shown, nothing is lost', async () => {
    const page = shared();
    const { id, version, messageNumber } = await newMessage();
    await visit(page, `/messages/${id}/edit`);
    await heading(page, 'Edit Phone Message');
    await page.getByLabel('Caller Name').fill('Mine');
    const theirs = {
      category: 'Billing',
      callerName: 'Theirs',
      message: 'Please call back.',
      version,
    } as const;
    await client().succeed(messageUpdate, { params: { id }, body: theirs }, await superToken());
    await press(page, 'Save');
    await page.getByText('They saved: Theirs').waitFor();
    await page.getByText('They saved: Billing').waitFor();
    await press(page, 'Keep mine');
    await press(page, 'Save');
    await page.getByText(`${messageNumber} was saved`, { exact: true }).first().waitFor();
    await visit(page, `/messages/${id}`);
    await page.getByText('Mine', { exact: true }).waitFor();
    await page.getByText('Billing', { exact: true }).waitFor();
  });
});

describe('spec 3 §4 a message on its way, decisions 70', () => {
  it('notifies the assignee at once, on any page as in the list, and finds it under My Messages Only', async () => {
    const nurse = await readyUser({ lastName: uniqueName() });
    const { page } = await openAs(nurse);
    await page.goto('/');
    await page.getByText('Live', { exact: true }).waitFor();
    await visit(page, '/orders');
    await heading(page, 'Medical Orders');
    const { id, messageNumber } = await newMessage();
    await assign(id, nurse.user.id);
    await press(page, 'Open message');
    await heading(page, messageNumber);
    await page.getByRole('link', { name: /Phone Messages.*1 open assigned to you/ }).click();
    await page.getByLabel('My Messages Only').click();
    await range(page, LIST).filter({ hasText: '1–1 of 1' }).waitFor();
    const second = await newMessage({ priority: 'High' });
    await assign(second.id, nurse.user.id);
    // Without a reload, and above the older one of lower priority.
    await expect
      .poll(async () => (await columnTexts(page, LIST, 'Message #')).map((text) => text.trim()))
      .toEqual([second.messageNumber, messageNumber]);
    await page.getByText(`${second.messageNumber} was assigned to you`).first().waitFor();
  });

  it('is assigned on its own page, to a colleague or to oneself, and back to the list with its filters', async () => {
    const { page } = await openAs('assistant');
    const colleague = await readyUser({ lastName: uniqueName() });
    const { messageNumber } = await newMessage({ priority: 'Urgent', callDateTime: '2001-02-05T15:04:00Z' });
    await page.goto('/messages?status=New&priority=Urgent');
    await page.getByRole('link', { name: `Assign ${messageNumber}` }).click();
    await heading(page, 'Assign Phone Message');
    await page.getByLabel('Colleague').fill(colleague.user.lastName);
    await page.getByRole('option', { name: new RegExp(colleague.user.lastName) }).click();
    await press(page, 'Assign');
    await page
      .getByText(`${messageNumber} was assigned to Robin ${colleague.user.lastName}`)
      .first()
      .waitFor();
    await page.waitForURL((url) => url.search === '?status=New&priority=Urgent');
    await choose(page, 'Status', 'In Progress');
    await page.getByRole('link', { name: `Assign ${messageNumber}` }).click();
    await press(page, 'Assign to me');
    await press(page, 'Assign');
    await page.getByText(`${messageNumber} was assigned to you`, { exact: true }).first().waitFor();
    await row(page, LIST, messageNumber).getByText('Keisha Boyd').waitFor();
  });

  it('two people completing at once: the second is told who was first and keeps what was typed', async () => {
    const { page } = await openAs('physician');
    const { id, messageNumber } = await newMessage();
    await page.goto(`/messages/${id}/complete`);
    await heading(page, 'Complete Phone Message');
    await press(page, 'Complete');
    await page.getByText('Resolution is required').waitFor();
    await page.getByRole('textbox', { name: 'Resolution' }).fill('Called back, all is well.');
    const body = { resolution: 'Done already.' };
    await client().succeed(messageComplete, { params: { id }, body }, await superToken());
    await press(page, 'Complete');
    await page.getByText(/^This message was completed by Margaret Okafor on /).waitFor();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Resolution' }).inputValue())
      .toBe('Called back, all is well.');
    await page.goto(`/messages/${id}/edit`);
    await page.getByText(`${messageNumber} was completed by Margaret Okafor`).waitFor();
    await page.getByRole('link', { name: 'View message' }).click();
    await page.getByText('Done already.').first().waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Complete' }).count()).toBe(0);
  });

  it('completes with a resolution and offers the follow-up', async () => {
    const { page } = await openAs('physician');
    const { id, messageNumber } = await newMessage();
    await page.goto(`/messages/${id}`);
    await page.getByRole('link', { name: 'Complete' }).click();
    await page.getByRole('textbox', { name: 'Resolution' }).fill('Prescription sent.');
    await press(page, 'Complete');
    await page.getByText(`${messageNumber} was completed`, { exact: true }).first().waitFor();
    await page.getByRole('region', { name: 'Resolution' }).getByText('Prescription sent.').waitFor();
    await press(page, 'New follow-up');
    await page.getByText('This message follows up').waitFor();
  });
});
