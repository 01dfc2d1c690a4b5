import { documentDelete } from '@portal/contract/documents';
import type { Patient } from '@portal/contract/patients';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { cut, fax, newDocument, pdf, png, type TestFile } from '../support/documents.ts';
import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { intercept } from '../support/requests.ts';
import { signInOn } from '../support/sign-in.ts';
import { columnCells, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';
import { toast } from '../support/toasts.ts';

test.use({ account: 'admin' });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const patientField = (page: Page) => page.getByRole('combobox', { name: 'Patient' });
/** The label of a patient in patient pickers. */
const labelOf = ({ lastName, medicalRecordNumber }: Patient) => `${lastName}, Ada (${medicalRecordNumber})`;
/** A file on the upload screen. */
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem', { name, exact: true });

async function openUpload(page: Page, patient: Patient): Promise<void> {
  await page.goto(`/documents/upload?patientId=${patient.id}`);
  await expect(heading(page, 'Upload Document')).toBeVisible();
  await expect(patientField(page)).toHaveValue(labelOf(patient));
}

const choose = (page: Page, ...files: readonly TestFile[]) =>
  page
    .getByLabel('Files', { exact: true })
    .and(page.locator('input'))
    .setInputFiles([...files]);

/** The category follows from the type, but only `category` is sure: the worker's other documents change what is usual. */
async function fillDetails(page: Page, type: string, category: string): Promise<void> {
  await page.getByRole('radio', { name: type, exact: true }).click();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: category, exact: true }).click();
}

/** Simulates a file that comes from another program. */
async function bring(
  page: Page,
  event: 'drop' | 'paste',
  { name, mimeType, buffer }: TestFile,
): Promise<void> {
  await page.evaluate(
    ({ kind, bytes, ...file }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], file.name, { type: file.mimeType }));
      const options = { bubbles: true, cancelable: true };
      if (kind === 'paste')
        document.body.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      else
        for (const type of ['dragover', 'drop'])
          document.body.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
    },
    { kind: event, name, mimeType, bytes: [...buffer] },
  );
}

test.describe('uploading documents', () => {
  test('stores files with the same details, refuses forged content, warns of a duplicate, retries after a lost connection, and links to the documents', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    const labs = pdf('labs.pdf', 'Potassium 4.1');
    await newDocument(api, patient.id, labs);
    await openUpload(page, patient);
    await fillDetails(page, 'Consent', 'Legal');
    await choose(
      page,
      { ...pdf('forged.pdf', ''), buffer: Buffer.from('<!DOCTYPE html><script>alert(1)</script>') },
      { ...labs, name: 'again.pdf' },
      png('card.png'),
    );
    await press(page, 'Upload 3 files');
    await expect(card(page, 'forged.pdf').getByText('This file type is not supported')).toBeVisible();
    await expect(
      card(page, 'again.pdf').getByText('already stored for this patient: labs.pdf'),
    ).toBeVisible();
    await expect(card(page, 'card.png').getByText('Uploaded')).toBeVisible();
    await press(page, 'Upload anyway again.pdf');
    await expect(card(page, 'again.pdf').getByText('Uploaded')).toBeVisible();
    await press(page, 'Remove forged.pdf');

    const outage = await intercept(page, '**/api/document/upload', (route) => route.abort('connectionreset'));
    await choose(page, pdf('cut.pdf', 'Cut off once'));
    await press(page, 'Upload');
    await expect(card(page, 'cut.pdf').getByText('Not uploaded')).toBeVisible();
    outage.end();
    await press(page, 'Retry cut.pdf');
    await expect(card(page, 'cut.pdf').getByText('Uploaded')).toBeVisible();
    await page.getByRole('link', { name: 'Done' }).click();
    await expect(page.getByRole('tab', { name: 'Documents', selected: true })).toBeVisible();
    await expect(columnCells(page, 'Documents', 'File Name')).toHaveText([
      'cut.pdf',
      'again.pdf',
      'card.png',
      'labs.pdf',
    ]);
  });

  test('takes five clicks from the list; files dropped on the patient’s page and pasted images need three', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    await page.goto('/documents');
    await click(page.getByRole('link', { name: 'Upload Document' }));
    const choosing = page.waitForEvent('filechooser');
    await click(page.getByRole('button', { name: 'Choose files' }));
    await (await choosing).setFiles([pdf('a.pdf', 'First'), pdf('b.pdf', 'Second')]);
    await expect(patientField(page)).toBeFocused();
    await page.keyboard.type(patient.lastName);
    await page.keyboard.press('Enter');
    await expect(patientField(page)).toHaveValue(labelOf(patient));
    await click(page.getByRole('radio', { name: 'Lab Result' }));
    await expect(page.getByRole('combobox', { name: 'Category' })).toHaveText('Clinical');
    await click(page.getByRole('button', { name: 'Upload 2 files' }));
    for (const name of ['a.pdf', 'b.pdf']) await expect(card(page, name).getByText('Uploaded')).toBeVisible();
    await click(page.getByRole('link', { name: 'Done' }));
    await expect(heading(page, 'Documents')).toBeVisible();
    expect(clicks).toBe(5);

    clicks = 0;
    await page.goto(`/patients/${patient.id}`);
    await expect(heading(page, `Ada ${patient.lastName}`)).toBeVisible();
    await bring(page, 'drop', pdf('dropped.pdf', 'Dropped'));
    await expect(heading(page, 'Upload Document')).toBeVisible();
    await expect(patientField(page)).toHaveValue(labelOf(patient));
    await expect(card(page, 'dropped.pdf').getByText('Ready')).toBeVisible();
    await bring(page, 'paste', png('image.png'));
    await click(page.getByRole('radio', { name: 'Lab Result' }));
    await expect(page.getByRole('combobox', { name: 'Category' })).toHaveText('Clinical');
    await click(page.getByRole('button', { name: 'Upload 2 files' }));
    await expect(page.getByRole('list', { name: 'Files' }).getByText(/ · Uploaded$/)).toHaveCount(2);
    await click(page.getByRole('link', { name: 'Done' }));
    await expect(
      columnCells(page, 'Documents', 'File Name').filter({ hasText: /^Pasted image / }),
    ).toHaveCount(1);
    await expect(columnCells(page, 'Documents', 'File Name').filter({ hasText: 'dropped.pdf' })).toHaveCount(
      1,
    );
    expect(clicks).toBe(3);

    // Back does not lead to the finished upload.
    await page.goBack();
    await expect(heading(page, `Ada ${patient.lastName}`)).toBeVisible();
  });

  test('cancels a running upload, and asks before leaving the screen', async ({ page, api }) => {
    const patient = await newPatient(api);
    await openUpload(page, patient);
    await fillDetails(page, 'Other', 'Administrative');
    await intercept(page, '**/api/document/upload', () => undefined);
    await choose(page, pdf('slow.pdf', 'Slow'));
    await press(page, 'Upload');
    await expect(
      card(page, 'slow.pdf').getByRole('progressbar', { name: 'Uploading slow.pdf' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Leave while files are uploading?' })).toBeVisible();
    await press(page, 'Stay');
    await press(page, 'Cancel slow.pdf');
    await expect(card(page, 'slow.pdf').getByText('Cancelled').first()).toBeVisible();
    await press(page, 'Remove slow.pdf');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(heading(page, `Ada ${patient.lastName}`)).toBeVisible();
  });

  test('restores the files when the user signs in again after the session ended', async ({ openAs, api }) => {
    const patient = await newPatient(api);
    const staff = { userName: 'staff', password: DEMO_PASSWORD };
    const { page, token } = await openAs(staff);
    await openUpload(page, patient);
    await fillDetails(page, 'Consent', 'Legal');
    await choose(page, pdf('kept.pdf', 'Kept'));
    await expect(card(page, 'kept.pdf').getByText('Ready')).toBeVisible();
    await api.send('POST', '/auth/logout', { token });
    await page.waitForURL('**/login');
    await signInOn(page, staff);
    await expect(heading(page, 'Upload Document')).toBeVisible();
    await expect(card(page, 'kept.pdf').getByText('Ready')).toBeVisible();
    await press(page, 'Upload');
    await expect(card(page, 'kept.pdf').getByText('Uploaded')).toBeVisible();
  });
});

test.describe('stored documents', () => {
  test('a shared link shows the patient and filters narrow the list; without Document.Delete, delete is hidden and refused', async ({
    openAs,
    api,
  }) => {
    const patient = await newPatient(api);
    const { id } = await newDocument(api, patient.id, pdf('labs.pdf', 'Potassium 4.1'));
    const { page, token } = await openAs('staff');
    await page.goto(`/documents?patientId=${patient.id}`);
    await expect(heading(page, 'Documents')).toBeVisible();
    await expect(patientField(page)).toHaveValue(labelOf(patient));
    await expect(columnCells(page, 'Documents', 'File Name')).toHaveText(['labs.pdf']);
    await expect(row(page, 'Documents', 'labs.pdf').getByRole('img', { name: 'Encrypted' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Delete/ })).toHaveCount(0);
    await expect(page.getByText('Show deleted')).toHaveCount(0);
    const refused = await api.send(documentDelete.method, `/document/${id}`, {
      token,
      body: { reason: 'Trying it all the same' },
    });
    expect(refused.status).toBe(403);

    await page.getByRole('combobox', { name: 'Document Type' }).click();
    await page.getByRole('option', { name: 'Consent', exact: true }).click();
    await expect(page.getByText('No documents match the filters')).toBeVisible();
    await expect(page).toHaveURL(/type=Consent/);
    await press(page, 'Clear Filters');
    await expect(patientField(page)).toHaveValue('');
    await expect(page).toHaveURL('/documents');
  });

  test('shows a PDF with zoom, downloads it under its name and prints the document, not the page', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    const labs = pdf('labs.pdf', 'Potassium 4.1');
    const { id } = await newDocument(api, patient.id, labs);
    await page.goto(`/documents/${id}`);
    await expect(page.getByText('Potassium 4.1')).toBeVisible();
    await expect(page.getByText('Page 1 of 1')).toBeVisible();
    await press(page, 'Zoom in');
    await expect(page.getByText('100%')).toBeVisible();
    await press(page, 'Fit width');
    const saving = page.waitForEvent('download');
    await press(page, 'Download');
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('labs.pdf');
    expect(await readFile(await saved.path())).toEqual(labs.buffer);
    await page.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset['printed'] = String(
          document.querySelectorAll('#print-sheet img').length,
        );
      };
    });
    await press(page, 'Print');
    await expect(page.locator('html')).toHaveAttribute('data-printed', '1');
  });

  test('shows scans page by page, and says which files cannot be read without breaking the page', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    for (const file of [
      fax('fax.tif'),
      cut(fax('cut-fax.tif'), 60),
      cut(pdf('damaged.pdf', 'Sodium 139'), 200),
      cut(png('cut.png'), 60),
    ])
      await newDocument(api, patient.id, file);
    await page.goto(`/documents?patientId=${patient.id}`);
    const open = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(heading(page, name)).toBeVisible();
    };
    await open('fax.tif');
    await expect(page.getByRole('img', { name: 'fax.tif, page 1' })).toBeVisible();
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await press(page, 'Next page');
    await expect(page.getByRole('img', { name: 'fax.tif, page 2' })).toBeVisible();

    for (const [name, text] of [
      ['cut-fax.tif', 'This file could not be read'],
      ['damaged.pdf', 'This file could not be read'],
      ['cut.png', 'The end of this file is missing'],
    ] as const) {
      await page.goBack();
      await open(name);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).last().click();
      expect((await download).suggestedFilename()).toBe(name);
    }
  });

  test('edits details, and moves and deletes with a reason; a deleted document can be found and restored', async ({
    page,
    api,
  }) => {
    const [patient, other] = [await newPatient(api), await newPatient(api)];
    const { id } = await newDocument(api, patient.id, png('card.png'));
    await page.goto(`/documents/${id}`);
    await press(page, 'Edit');
    await page.getByRole('dialog').getByLabel('Note').fill('Signed at the front desk');
    await press(page, 'Save');
    await expect(toast(page, 'Details saved')).toBeVisible();
    const more = async (action: string) => {
      await press(page, 'More actions');
      await page.getByRole('menuitem', { name: action }).click();
    };
    await more('Move');
    const dialog = page.getByRole('dialog', { name: 'File under another patient' });
    await dialog.getByRole('combobox', { name: 'New patient' }).fill(other.lastName);
    await page.getByRole('option', { name: new RegExp(other.lastName) }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Scanned into the wrong chart');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(toast(page, `Filed under ${other.lastName}`)).toBeVisible();
    await expect(page.getByRole('link', { name: new RegExp(other.lastName) })).toBeVisible();
    await expect(page.getByText('Signed at the front desk')).toBeVisible();

    await more('Delete');
    await expect(heading(page, 'Delete Document')).toBeVisible();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Belongs to nobody here');
    await press(page, 'Delete Document');
    await expect(heading(page, 'Documents')).toBeVisible();
    await page.goto(`/documents?patientId=${other.id}&deleted=true`);
    await page.getByRole('link', { name: 'card.png', exact: true }).click();
    await expect(page.getByText('Reason: Belongs to nobody here')).toBeVisible();
    await press(page, 'Restore');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(toast(page, 'card.png was restored')).toBeVisible();
    await expect(page.getByRole('img', { name: 'card.png' })).toBeVisible();
  });
});
