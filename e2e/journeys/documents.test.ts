import { documentDelete, documentList } from '@portal/contract/documents';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { client, heading, openAs, PASSWORD, useBrowser, usePage } from '../run/page.ts';
import { newPatient, superToken } from '../run/records.ts';
import { signInOn } from '../run/sign-in.ts';
import { columns, row } from '../run/table.ts';
import { toast } from '../run/toasts.ts';

useBrowser();

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem', { name, exact: true });

/** A PDF of one page with a text on it; another one for each text. */
function pdf(name: string, text: string) {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const buffer = Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  );
  return { name, mimeType: 'application/pdf', buffer };
}
/** A picture of one point. */
const png = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
});

/** Two pages as a fax machine writes them (G4), their directories behind the pixels. */
const fax = (name: string) => ({
  name,
  mimeType: 'image/tiff',
  buffer: Buffer.from(
    'SUkqACAAAAA2////ABABAMwAAAABAAAAYgAAAAEAAAANAAABAwABAAAAEAAAAAEBAwABAAAACAAAAAIBAwABAAAAAQAAAAMBAwAB' +
      'AAAABAAAAAYBAwABAAAAAAAAABEBBAABAAAACAAAABIBAwABAAAAAQAAABUBAwABAAAAAQAAABYBAwABAAAACAAAABcBBAABAAAA' +
      'BwAAABoBBQABAAAAEAAAABsBBQABAAAAGAAAACgBAwABAAAAAgAAANoAAAA2////ABABAMgAAAABAAAAyAAAAAEAAAANAAABAwAB' +
      'AAAAEAAAAAEBAwABAAAACAAAAAIBAwABAAAAAQAAAAMBAwABAAAABAAAAAYBAwABAAAAAAAAABEBBAABAAAAwgAAABIBAwABAAAA' +
      'AQAAABUBAwABAAAAAQAAABYBAwABAAAACAAAABcBBAABAAAABwAAABoBBQABAAAAygAAABsBBQABAAAA0gAAACgBAwABAAAAAgAA' +
      'AAAAAAA=',
    'base64',
  ),
});
const cut = (file: ReturnType<typeof pdf>, bytes: number) => ({
  ...file,
  buffer: file.buffer.subarray(0, bytes),
});

async function openUpload(page: Page, patientId: string): Promise<void> {
  await page.goto(`/documents/upload?patientId=${patientId}`);
  await heading(page, 'Upload Document');
  await page.getByRole('combobox', { name: 'Patient' }).waitFor();
}
const choose = (page: Page, ...files: readonly ReturnType<typeof pdf>[]) =>
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

describe('spec 3 §2 Documents', () => {
  const shared = usePage('admin');
  let patient: Awaited<ReturnType<typeof newPatient>>;
  let label = '';
  beforeAll(async () => {
    patient = await newPatient();
    label = `${patient.lastName}, Ada (${patient.medicalRecordNumber})`;
  });
  const openList = async (page: Page) => {
    await page.goto(`/documents?patientId=${patient.id}`);
    await heading(page, 'Documents');
  };
  const openDocument = async (page: Page, fileName: string) => {
    await openList(page);
    await page.getByRole('link', { name: fileName, exact: true }).click();
    await heading(page, fileName);
  };

  it('decisions 72 says what is missing, uploads several files with details for all and leads to them', async () => {
    const page = shared();
    await openUpload(page, patient.id);
    await expect.poll(() => page.getByRole('combobox', { name: 'Patient' }).inputValue()).toBe(label);
    await page.getByText('at most 25 MB each').waitFor();
    await choose(page, pdf('labs.pdf', 'Potassium 4.1'), png('card.png'));
    await press(page, 'Upload 2 files');
    await page.getByText('Document type is required').waitFor();
    await page.getByText('Category is required').waitFor();
    await fillDetails(page, 'Lab Result', 'Clinical');
    await press(page, 'Upload 2 files');
    for (const name of ['labs.pdf', 'card.png']) await card(page, name).getByText('Uploaded').waitFor();
    await page.getByText('card.png was uploaded').or(page.getByText('labs.pdf was uploaded')).waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('tab', { name: 'Documents', selected: true }).waitFor();
    await row(page, 'Documents', 'labs.pdf').waitFor();
  });

  it('lists them with the columns in their order, filtered by type and patient; a shared link shows the name', async () => {
    const page = shared();
    await openList(page);
    await expect
      .poll(() => columns(page, 'Documents'))
      .toEqual([
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
    await expect.poll(() => page.getByRole('combobox', { name: 'Patient' }).inputValue()).toBe(label);
    const texts = (await row(page, 'Documents', 'card.png').getByRole('cell').allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(texts.slice(0, 4)).toEqual(['Lab Result', 'Clinical', expect.stringContaining('Ada'), '70 Bytes']);
    await row(page, 'Documents', 'card.png').getByRole('img', { name: 'Encrypted' }).waitFor();
    await page.getByRole('combobox', { name: 'Document Type' }).click();
    await page.getByRole('option', { name: 'Consent', exact: true }).click();
    await page.getByText('No documents match the filters').waitFor();
    expect(page.url()).toContain('type=Consent');
    await press(page, 'Clear Filters');
    await expect.poll(() => page.getByRole('combobox', { name: 'Patient' }).inputValue()).toBe('');
  });

  it('decisions 72 shows a PDF with zoom, downloads it under its name and prints the document itself', async () => {
    const page = shared();
    await openDocument(page, 'labs.pdf');
    await page.getByText('Potassium 4.1').waitFor();
    await page.getByText('Page 1 of 1').waitFor();
    await press(page, 'Zoom in');
    await page.getByText('100 %').waitFor();
    await press(page, 'Fit width');
    const saving = page.waitForEvent('download');
    await press(page, 'Download');
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('labs.pdf');
    expect(await readFile(await saved.path())).toEqual(pdf('labs.pdf', 'Potassium 4.1').buffer);
    await page.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset['printed'] = String(
          document.querySelectorAll('#print-sheet img').length,
        );
      };
    });
    await press(page, 'Print');
    await page.locator('html[data-printed="1"]').waitFor();
    await openDocument(page, 'card.png');
    await page.getByRole('img', { name: 'card.png' }).waitFor();
  });

  it('shows scans page by page, says which files are damaged, and keeps the page around them', async () => {
    const page = shared();
    await openUpload(page, patient.id);
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
      await card(page, name).getByText('Uploaded').waitFor();
    await page.getByRole('link', { name: 'Done' }).click();

    await openDocument(page, 'fax.tif');
    await page.getByRole('img', { name: 'fax.tif, page 1' }).waitFor();
    await page.getByText('Page 1 of 2').waitFor();
    await press(page, 'Next page');
    await page.getByRole('img', { name: 'fax.tif, page 2' }).waitFor();

    for (const name of ['cut-fax.tif', 'damaged.pdf', 'cut.png']) {
      await openDocument(page, name);
      await page.getByText('This file is damaged').waitFor();
      await page.getByRole('heading', { name: 'Details' }).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).last().click();
      expect((await download).suggestedFilename()).toBe(name);
    }
  });

  it('decisions 72 refuses what it is not, warns of a duplicate, retries after a cut connection', async () => {
    const page = shared();
    await openUpload(page, patient.id);
    await fillDetails(page, 'Consent', 'Legal');
    await choose(
      page,
      { ...pdf('forged.pdf', ''), buffer: Buffer.from('<!DOCTYPE html><script>alert(1)</script>') },
      pdf('again.pdf', 'Potassium 4.1'),
    );
    await press(page, 'Upload 2 files');
    await card(page, 'forged.pdf').getByText('Files of this kind cannot be stored').waitFor();
    expect(await card(page, 'forged.pdf').getByRole('button').allTextContents()).toEqual(['Remove']);
    await card(page, 'again.pdf').getByText('already stored for this patient: labs.pdf').waitFor();
    await press(page, 'Upload anyway again.pdf');
    await card(page, 'again.pdf').getByText('Uploaded').waitFor();
    await press(page, 'Remove forged.pdf');

    await page.route('**/api/document/upload', (route) => route.abort('connectionreset'), { times: 1 });
    await choose(page, pdf('cut.pdf', 'Cut off once'));
    await press(page, 'Upload');
    await card(page, 'cut.pdf').getByText('Not uploaded').waitFor();
    await press(page, 'Retry cut.pdf');
    await card(page, 'cut.pdf').getByText('Uploaded').waitFor();
    const { data } = await client().succeed(
      documentList,
      { query: { patientId: patient.id } },
      await superToken(),
    );
    expect(data.filter(({ fileName }) => fileName === 'cut.pdf')).toHaveLength(1);
  });

  it('decisions 37 cancels an upload under way and asks before it is left', async () => {
    const page = shared();
    await openUpload(page, patient.id);
    await fillDetails(page, 'Other', 'Administrative');
    await page.route('**/api/document/upload', () => undefined);
    await choose(page, pdf('slow.pdf', 'Slow'));
    await press(page, 'Upload');
    await card(page, 'slow.pdf').getByRole('progressbar', { name: 'Upload of slow.pdf' }).waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog', { name: 'Leave while files are uploading?' }).waitFor();
    await press(page, 'Stay');
    await press(page, 'Cancel slow.pdf');
    await card(page, 'slow.pdf').getByText('Cancelled').first().waitFor();
    await page.unroute('**/api/document/upload');
    await press(page, 'Remove slow.pdf');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await heading(page, `Ada ${patient.lastName}`);
  });

  it('decisions 72 changes details and files under another patient with a reason', async () => {
    const page = shared();
    const other = await newPatient();
    await openDocument(page, 'again.pdf');
    await press(page, 'Edit');
    await page.getByRole('dialog').getByLabel('Note').fill('Signed at the front desk');
    await press(page, 'Save');
    await toast(page, 'Details saved').waitFor();
    await press(page, 'Move');
    const dialog = page.getByRole('dialog', { name: 'File under another patient' });
    await dialog.getByRole('combobox', { name: 'New patient' }).fill(other.lastName);
    await page.getByRole('option', { name: new RegExp(other.lastName) }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await dialog.getByText('Give a reason of at least 10 characters').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Scanned into the wrong chart');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await toast(page, `Filed under ${other.lastName}`).waitFor();
    await page.getByRole('link', { name: new RegExp(other.lastName) }).waitFor();
    await page.getByText('Signed at the front desk').waitFor();
  });

  it('decisions 72 deletes with a reason; it is found under “Show deleted” and can be restored', async () => {
    const page = shared();
    await openDocument(page, 'card.png');
    await page.getByRole('link', { name: 'Delete', exact: true }).click();
    await heading(page, 'Delete Document');
    await press(page, 'Delete Document');
    await page.getByText('Give a reason of at least 10 characters').waitFor();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Belongs to nobody here');
    await press(page, 'Delete Document');
    await heading(page, 'Documents');
    await page.goto(`/documents?patientId=${patient.id}&deleted=true`);
    await page.getByRole('link', { name: 'card.png', exact: true }).click();
    await page.getByText('Reason: Belongs to nobody here').waitFor();
    await press(page, 'Restore');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await toast(page, 'card.png was restored').waitFor();
    await page.getByRole('img', { name: 'card.png' }).waitFor();
  });

  it('spec 3 §2 decisions 14 without Document.Delete there is no delete; files wait for who comes back to a session that ended', async () => {
    const { page, token } = await openAs('staff');
    await openList(page);
    await row(page, 'Documents', 'labs.pdf').waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Delete/ }).count()).toBe(0);
    await expect.poll(() => page.getByText('Show deleted').count()).toBe(0);
    const { data } = await client().succeed(
      documentList,
      { query: { patientId: patient.id } },
      await superToken(),
    );
    const refused = await client().send(documentDelete.method, `/document/${data[0]?.id ?? ''}`, {
      token: (await client().signIn('staff')).token,
      body: { reason: 'Trying it all the same' },
    });
    expect(refused.status).toBe(403);

    await openUpload(page, patient.id);
    await fillDetails(page, 'Consent', 'Legal');
    await choose(page, pdf('kept.pdf', 'Kept'));
    await client().send('POST', '/auth/logout', { token });
    await page.getByRole('button', { name: 'Upload', exact: true }).or(page.getByLabel('Username')).click();
    await page.waitForURL('**/login');
    await signInOn(page, { userName: 'staff', password: PASSWORD });
    await heading(page, 'Upload Document');
    await card(page, 'kept.pdf').getByText('Ready').waitFor();
    await press(page, 'Upload');
    await card(page, 'kept.pdf').getByText('Uploaded').waitFor();
  });
});
