import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '#lib/test/choose-option.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
import { aUser } from '#lib/test/people.ts';
import { showPage } from '#lib/test/show-page.tsx';
import {
  aDeletedDocument,
  aDocument,
  ANN,
  BEN,
  fileAnswer,
  listOf,
  watchSaves,
} from './test/document-fixtures.ts';
import { DocumentsPage } from './DocumentsPage.tsx';

const ALL: readonly PermissionName[] = [
  'Document.View',
  'Document.Upload',
  'Document.Delete',
  'Patient.View',
];
const letter = aDocument();
const scan = aDocument({
  id: '77777777-7777-4777-8777-777777777777',
  fileName: 'scan.pdf',
  fileType: 'pdf',
  type: 'LabResult',
  category: 'Clinical',
  patient: BEN,
  isEncrypted: false,
});

interface Options {
  readonly at?: string;
  readonly permissions?: readonly PermissionName[];
  readonly answer?: Answer;
  readonly pageSize?: 10 | 20 | 50;
}

async function list({
  at = '',
  permissions = ALL,
  answer = listOf(letter, scan),
  pageSize = 20,
}: Options = {}) {
  const server = createFakeServer();
  server.on('GET /document', answer);
  server.on(`GET /patient/${ANN.id}`, { body: aPatient() });
  const page = await showPage({
    server,
    pages: { '/documents': DocumentsPage },
    at: `/documents${at}`,
    permissions,
    user: { preferences: { ...aUser().preferences, pageSize } },
  });
  const asked = () => {
    const call = server.calls.findLast(({ path }) => path === '/document');
    return Object.fromEntries(call?.query ?? []);
  };
  return { ...page, server, asked };
}

const NEWEST_FIRST = { orderBy: 'createdAt', sortDirection: 'desc' };
const labelsOf = (fileName: string) =>
  Array.from(
    document.querySelectorAll(`tbody .list-actions [aria-label$=" ${fileName}"]`),
    ({ ariaLabel }) => ariaLabel,
  );

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent ?? '';
const patientField = () => screen.getByLabelText<HTMLInputElement>('Patient', { selector: 'input' });
const isDisabled = (name: string) => screen.getByLabelText<HTMLButtonElement>(name).disabled;

describe('document list', () => {
  it('requests the newest first with the preferred page size', async () => {
    const { asked } = await list({ pageSize: 50 });
    await screen.findByText('scan.pdf');
    expect(asked()).toEqual({ page: '1', pageSize: '50', ...NEWEST_FIRST });
  });

  it('ignores filters in the address that the server would refuse', async () => {
    const { asked } = await list({ at: '?patientId=x&type=Zip' });
    await screen.findByText('scan.pdf');
    expect(asked()).toEqual({ page: '1', pageSize: '20', ...NEWEST_FIRST });
  });

  it('shows its columns', async () => {
    await list();
    const row = (await screen.findByText('scan.pdf')).closest('tr');
    const cells = row?.querySelectorAll('.list-cell:not(.list-checkbox)') ?? [];
    const heads = document.querySelectorAll('thead th:not(.list-checkbox)');
    const uploaded = cells[6];
    if (!(uploaded instanceof HTMLElement)) throw new Error('The row has no upload date');
    await within(uploaded).findByText(/^11\/21\/2026/);
    expect(Array.from(heads, (head, at) => [head.textContent, cells[at]?.textContent]).slice(0, 8)).toEqual([
      ['File Name', 'scan.pdf'],
      ['Type', 'Lab Result'],
      ['Category', 'Clinical'],
      ['Patient', 'Moss, BenMRN 00000043'],
      ['Size', '2.00 KB'],
      ['Uploaded By', 'Jane Roe'],
      ['Upload Date', expect.stringMatching(/^11\/21\/2026/)],
      ['Security', expect.stringContaining('Not encrypted')],
    ]);
    expect(Array.from(heads, ({ textContent }) => textContent).slice(8)).toEqual(['Actions']);
  });

  it('sorts by name, size and date only', async () => {
    const { user, asked } = await list();
    await screen.findByText('scan.pdf');
    expect(Array.from(document.querySelectorAll('th [role="button"]'), (head) => head.textContent)).toEqual([
      'File Name',
      'Size',
      'Upload Date',
    ]);
    await user.click(screen.getByText('Size'));
    await waitFor(() => expect(asked()).toMatchObject({ orderBy: 'size', sortDirection: 'asc' }));
  });

  it('marks files that are not encrypted', async () => {
    await list();
    expect(await rowOf('scan.pdf')).toContain('Not encrypted');
    expect(await rowOf('letter.docx')).not.toContain('Not encrypted');
  });

  it.each([
    ['', 'No documents found'],
    ['?type=Consent', 'No documents match the filters'],
    ['?deleted=true', /^No deleted documents. Documents can be restored for 30 days/],
  ])('%s shows "%s" when empty', async (at, text) => {
    await list({ at, answer: listOf() });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('shows an error and reloads on Retry', async () => {
    const { server, user } = await list({ answer: { status: 500 } });
    expect(await screen.findByText('Failed to fetch documents')).toBeTruthy();
    server.on('GET /document', listOf(letter));
    await user.click(screen.getByText('Retry'));
    expect(await screen.findByText('letter.docx')).toBeTruthy();
    expect(screen.queryByText('Failed to fetch documents')).toBeNull();
  });
});

describe('document filters', () => {
  it('are sent, kept in the URL, and cleared together', async () => {
    const { user, asked, router } = await list();
    await screen.findByText('scan.pdf');
    chooseOption(/^Document Type/, 'Lab Result');
    await waitFor(() => expect(asked()).toMatchObject({ type: 'LabResult' }));
    fireEvent.click(screen.getByLabelText('Show deleted'));
    await waitFor(() => expect(asked()).toMatchObject({ type: 'LabResult', deleted: 'true' }));
    expect(router.state.location.search).toBe('?type=LabResult&deleted=true');
    await user.click(screen.getByText('Clear Filters'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.getByLabelText('Show deleted')).toHaveProperty('checked', false);
  });

  it('return to the first page', async () => {
    const answer: Answer = { body: { data: [letter], totalCount: 45, totalCountIsApproximate: false } };
    const { asked } = await list({ at: '?page=3', answer });
    await waitFor(() => expect(asked()).toMatchObject({ page: '3' }));
    await screen.findByText('letter.docx');
    chooseOption(/^Document Type/, 'Consent');
    await waitFor(() => expect(asked()).toMatchObject({ page: '1', type: 'Consent' }));
  });

  it('ignore an unknown type', async () => {
    const { asked } = await list({ at: '?type=Nonsense' });
    await screen.findByText('scan.pdf');
    expect(asked()).toEqual({ page: '1', pageSize: '20', ...NEWEST_FIRST });
  });

  it('show the patient of a shared link from the rows, without fetching the record', async () => {
    const { server, asked } = await list({ at: `?patientId=${ANN.id}`, answer: listOf(letter) });
    await waitFor(() => expect(patientField().value).toBe('Lee, Ann (00000042)'));
    expect(asked()).toMatchObject({ patientId: ANN.id });
    expect(server.countOf(`GET /patient/${ANN.id}`)).toBe(0);
  });

  it('fetch the patient of a shared link if there are no rows', async () => {
    const { server } = await list({ at: `?patientId=${ANN.id}`, answer: listOf() });
    await waitFor(() => expect(patientField().value).toBe('Lee, Ann (00000042)'));
    expect(server.countOf(`GET /patient/${ANN.id}`)).toBe(1);
  });
});

describe('permissions in the document list', () => {
  it('shows everything with all permissions', async () => {
    await list();
    await screen.findByText('letter.docx');
    expect(screen.getByText('Upload Document').getAttribute('href')).toBe('/documents/upload');
    expect(labelsOf('letter.docx')).toEqual([
      'View letter.docx',
      'Download letter.docx',
      'Print letter.docx',
      'Delete letter.docx',
    ]);
  });

  it('hides upload, delete, deleted documents and patient search with Document.View only', async () => {
    await list({ permissions: ['Document.View'] });
    await screen.findByText('letter.docx');
    expect(screen.queryByText('Upload Document')).toBeNull();
    expect(screen.queryByLabelText('Show deleted')).toBeNull();
    expect(screen.queryByLabelText('Patient', { selector: 'input' })).toBeNull();
    expect(labelsOf('letter.docx')).toEqual([
      'View letter.docx',
      'Download letter.docx',
      'Print letter.docx',
    ]);
  });

  it('shows the normal list for a shared link to deleted documents without Document.Delete', async () => {
    const { asked } = await list({ at: '?deleted=true', permissions: ['Document.View'] });
    await screen.findByText('letter.docx');
    expect(asked()).not.toHaveProperty('deleted');
  });

  it('offers only View for a deleted document', async () => {
    await list({ at: '?deleted=true', answer: listOf(aDeletedDocument()) });
    await screen.findByText('letter.docx');
    expect(labelsOf('letter.docx')).toEqual(['View letter.docx']);
  });
});

describe('downloads from the list', () => {
  it('are saved under the name from the server, one request at a time', async () => {
    const saved = watchSaves();
    const { server, user } = await list();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    server.on(`GET /document/${letter.id}/download`, () => promise);
    await user.click(await screen.findByLabelText('Download letter.docx'));
    await waitFor(() => expect(isDisabled('Download letter.docx')).toBe(true));
    expect(isDisabled('Print letter.docx')).toBe(true);
    expect(isDisabled('Download scan.pdf')).toBe(false);
    resolve(fileAnswer('content', 'letter of Ann.docx'));
    await waitFor(() => expect(saved).toEqual(['letter of Ann.docx']));
    await waitFor(() => expect(isDisabled('Download letter.docx')).toBe(false));
  });

  it('show a message on failure and can be retried', async () => {
    const saved = watchSaves();
    const { server, user } = await list();
    server.on(`GET /document/${letter.id}/download`, {
      status: 409,
      body: { code: 'FILE_DAMAGED', message: 'The stored file is damaged.' },
    });
    await user.click(await screen.findByLabelText('Download letter.docx'));
    expect((await screen.findAllByText('The stored file is damaged.')).length).toBeGreaterThan(0);
    await waitFor(() => expect(isDisabled('Download letter.docx')).toBe(false));
    server.on(`GET /document/${letter.id}/download`, { body: '<html>login page of a hotel</html>' });
    await user.click(screen.getByLabelText('Download letter.docx'));
    const foreign = /^Failed to download document\. Something else answered in place of the portal/;
    expect((await screen.findAllByText(foreign)).length).toBeGreaterThan(0);
    await waitFor(() => expect(isDisabled('Download letter.docx')).toBe(false));
    expect(saved).toEqual([]);
    server.on(`GET /document/${letter.id}/download`, fileAnswer('content'));
    await user.click(screen.getByLabelText('Download letter.docx'));
    // Without a name from the server.
    await waitFor(() => expect(saved).toEqual(['document']));
  });
});
