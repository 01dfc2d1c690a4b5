import { documentDelete, documentList } from '@portal/contract/documents';
import type { Patient } from '@portal/contract/patients';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../support/api.ts';
import { cut, fax, newDocument, pdf, png, type TestFile } from '../support/documents.ts';
import { heading } from '../support/page.ts';
import { newPatient } from '../support/records.ts';
import { signInOn } from '../support/sign-in.ts';
import { columnCells, columnHeaders, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';
import { toast } from '../support/toasts.ts';

test.use({ account: 'admin' });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const patientField = (page: Page) => page.getByRole('combobox', { name: 'Patient' });
/** A patient as the boxes of patients call them. */
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

async function fillDetails(page: Page, type: string, category: string): Promise<void> {
  for (const [label, value] of [
    ['Document Type', type],
    ['Category', category],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  }
}

async function openList(page: Page, patient: Patient): Promise<void> {
  await page.goto(`/documents?patientId=${patient.id}`);
  await expect(heading(page, 'Documents')).toBeVisible();
}

/** Opens a patient's document from the list. */
async function openDocument(page: Page, patient: Patient, fileName: string): Promise<void> {
  await openList(page, patient);
  await page.getByRole('link', { name: fileName, exact: true }).click();
  await expect(heading(page, fileName)).toBeVisible();
}

test.describe('uploading documents', () => {
  test('says what is missing, stores several files with the same details and leads to them', async ({
    page,
    api,
  }) => {
    await openUpload(page, await newPatient(api));
    await expect(page.getByText('at most 25 MB each')).toBeVisible();
    await choose(page, pdf('labs.pdf', 'Potassium 4.1'), png('card.png'));
    await press(page, 'Upload 2 files');
    await expect(page.getByText('Document type is required')).toBeVisible();
    await expect(page.getByText('Category is required')).toBeVisible();
    await fillDetails(page, 'Lab Result', 'Clinical');
    await press(page, 'Upload 2 files');
    for (const name of ['labs.pdf', 'card.png'])
      await expect(card(page, name).getByText('Uploaded')).toBeVisible();
    await expect(
      page.getByText('card.png was uploaded').or(page.getByText('labs.pdf was uploaded')),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Done' }).click();
    await expect(page.getByRole('tab', { name: 'Documents', selected: true })).toBeVisible();
    await expect(row(page, 'Documents', 'labs.pdf')).toBeVisible();
  });

  test('refuses content that does not fit the file’s name, warns of a duplicate, retries after a cut connection', async ({
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
    );
    await press(page, 'Upload 2 files');
    await expect(card(page, 'forged.pdf').getByText('Files of this kind cannot be stored')).toBeVisible();
    await expect(card(page, 'forged.pdf').getByRole('button')).toHaveText(['Remove']);
    await expect(
      card(page, 'again.pdf').getByText('already stored for this patient: labs.pdf'),
    ).toBeVisible();
    await press(page, 'Upload anyway again.pdf');
    await expect(card(page, 'again.pdf').getByText('Uploaded')).toBeVisible();
    await press(page, 'Remove forged.pdf');

    await page.route('**/api/document/upload', (route) => route.abort('connectionreset'), { times: 1 });
    await choose(page, pdf('cut.pdf', 'Cut off once'));
    await press(page, 'Upload');
    await expect(card(page, 'cut.pdf').getByText('Not uploaded')).toBeVisible();
    await press(page, 'Retry cut.pdf');
    await expect(card(page, 'cut.pdf').getByText('Uploaded')).toBeVisible();
    const { data } = await api.succeed(
      documentList,
      { query: { patientId: patient.id } },
      await api.superToken(),
    );
    expect(data.filter(({ fileName }) => fileName === 'cut.pdf')).toHaveLength(1);
  });

  test('cancels an upload under way, and asks before the screen is left', async ({ page, api }) => {
    const patient = await newPatient(api);
    await openUpload(page, patient);
    await fillDetails(page, 'Other', 'Administrative');
    await page.route('**/api/document/upload', () => undefined);
    await choose(page, pdf('slow.pdf', 'Slow'));
    await press(page, 'Upload');
    await expect(
      card(page, 'slow.pdf').getByRole('progressbar', { name: 'Upload of slow.pdf' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Leave while files are uploading?' })).toBeVisible();
    await press(page, 'Stay');
    await press(page, 'Cancel slow.pdf');
    await expect(card(page, 'slow.pdf').getByText('Cancelled').first()).toBeVisible();
    await page.unroute('**/api/document/upload');
    await press(page, 'Remove slow.pdf');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(heading(page, `Ada ${patient.lastName}`)).toBeVisible();
  });

  test('files wait for a user whose session ended and who comes back', async ({ openAs, api }) => {
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
  test('lists them with the columns in their order, filtered by type and patient; a shared link shows the name', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    await newDocument(api, patient.id, png('card.png'));
    await openList(page, patient);
    await expect(columnHeaders(page, 'Documents')).toHaveText([
      'File Name',
      'Type',
      'Category',
      'Patient',
      'Size',
      'Uploaded By',
      'Upload Date',
      'Security',
      'Actions',
    ]);
    await expect(patientField(page)).toHaveValue(labelOf(patient));
    for (const [header, text] of [
      ['Type', 'Lab Result'],
      ['Category', 'Clinical'],
      ['Patient', /Ada/],
      ['Size', '73 Bytes'],
    ] as const)
      await expect(columnCells(page, 'Documents', header)).toHaveText([text]);
    await expect(row(page, 'Documents', 'card.png').getByRole('img', { name: 'Encrypted' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Document Type' }).click();
    await page.getByRole('option', { name: 'Consent', exact: true }).click();
    await expect(page.getByText('No documents match the filters')).toBeVisible();
    await expect(page).toHaveURL(/type=Consent/);
    await press(page, 'Clear Filters');
    await expect(patientField(page)).toHaveValue('');
  });

  test('shows a PDF with zoom, downloads it under its name and prints the document itself', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    const labs = pdf('labs.pdf', 'Potassium 4.1');
    await newDocument(api, patient.id, labs);
    await newDocument(api, patient.id, png('card.png'));
    await openDocument(page, patient, 'labs.pdf');
    await expect(page.getByText('Potassium 4.1')).toBeVisible();
    await expect(page.getByText('Page 1 of 1')).toBeVisible();
    await press(page, 'Zoom in');
    await expect(page.getByText('100 %')).toBeVisible();
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
    await openDocument(page, patient, 'card.png');
    await expect(page.getByRole('img', { name: 'card.png' })).toBeVisible();
  });

  test('shows scans page by page, says which files are damaged, and keeps the page around them', async ({
    page,
    api,
  }) => {
    const patient = await newPatient(api);
    await openUpload(page, patient);
    await fillDetails(page, 'Lab Result', 'Clinical');
    await choose(
      page,
      fax('fax.tif'),
      cut(fax('cut-fax.tif'), 60),
      cut(pdf('damaged.pdf', 'Sodium 139'), 200),
      cut(png('cut.png'), 60),
    );
    await press(page, 'Upload 4 files');
    for (const name of ['fax.tif', 'cut-fax.tif', 'damaged.pdf', 'cut.png'])
      await expect(card(page, name).getByText('Uploaded')).toBeVisible();
    await page.getByRole('link', { name: 'Done' }).click();

    await openDocument(page, patient, 'fax.tif');
    await expect(page.getByRole('img', { name: 'fax.tif, page 1' })).toBeVisible();
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await press(page, 'Next page');
    await expect(page.getByRole('img', { name: 'fax.tif, page 2' })).toBeVisible();

    for (const name of ['cut-fax.tif', 'damaged.pdf', 'cut.png']) {
      await openDocument(page, patient, name);
      await expect(page.getByText('This file is damaged')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).last().click();
      expect((await download).suggestedFilename()).toBe(name);
    }
  });

  test('changes details, and files under another patient with a reason', async ({ page, api }) => {
    const [patient, other] = [await newPatient(api), await newPatient(api)];
    await newDocument(api, patient.id, pdf('consent.pdf', 'Consent'));
    await openDocument(page, patient, 'consent.pdf');
    await press(page, 'Edit');
    await page.getByRole('dialog').getByLabel('Note').fill('Signed at the front desk');
    await press(page, 'Save');
    await expect(toast(page, 'Details saved')).toBeVisible();
    await press(page, 'Move');
    const dialog = page.getByRole('dialog', { name: 'File under another patient' });
    await dialog.getByRole('combobox', { name: 'New patient' }).fill(other.lastName);
    await page.getByRole('option', { name: new RegExp(other.lastName) }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(dialog.getByText('Give a reason of at least 10 characters')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Scanned into the wrong chart');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(toast(page, `Filed under ${other.lastName}`)).toBeVisible();
    await expect(page.getByRole('link', { name: new RegExp(other.lastName) })).toBeVisible();
    await expect(page.getByText('Signed at the front desk')).toBeVisible();
  });

  test('deletes with a reason; what is deleted can be found and restored', async ({ page, api }) => {
    const patient = await newPatient(api);
    await newDocument(api, patient.id, png('card.png'));
    await openDocument(page, patient, 'card.png');
    await page.getByRole('link', { name: 'Delete', exact: true }).click();
    await expect(heading(page, 'Delete Document')).toBeVisible();
    await press(page, 'Delete Document');
    await expect(page.getByText('Give a reason of at least 10 characters')).toBeVisible();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Belongs to nobody here');
    await press(page, 'Delete Document');
    await expect(heading(page, 'Documents')).toBeVisible();
    await page.goto(`/documents?patientId=${patient.id}&deleted=true`);
    await page.getByRole('link', { name: 'card.png', exact: true }).click();
    await expect(page.getByText('Reason: Belongs to nobody here')).toBeVisible();
    await press(page, 'Restore');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(toast(page, 'card.png was restored')).toBeVisible();
    await expect(page.getByRole('img', { name: 'card.png' })).toBeVisible();
  });

  test('a user without Document.Delete is offered no way to delete, and is refused', async ({
    openAs,
    api,
  }) => {
    const patient = await newPatient(api);
    const { id } = await newDocument(api, patient.id, pdf('labs.pdf', 'Potassium 4.1'));
    const { page, token } = await openAs('staff');
    await openList(page, patient);
    await expect(row(page, 'Documents', 'labs.pdf')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Delete/ })).toHaveCount(0);
    await expect(page.getByText('Show deleted')).toHaveCount(0);
    const refused = await api.send(documentDelete.method, `/document/${id}`, {
      token,
      body: { reason: 'Trying it all the same' },
    });
    expect(refused.status).toBe(403);
  });
});
