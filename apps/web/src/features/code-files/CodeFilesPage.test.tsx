import type { CodeFile, CodeFileDetails } from '@portal/contract/code-files';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { aFile, stubUploads } from '#lib/test/fake-uploads.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { CodeFilesPage } from './CodeFilesPage.tsx';
import { aCodeFile, itsDetails } from './test/code-file-fixtures.ts';

const LIST = 'GET /admin/code-files';
const OCTOBER = aCodeFile();
const JULY = aCodeFile({
  id: '77777777-7777-4777-8777-777777777702',
  fileName: 'mue-2026-07.csv',
  editionFrom: '2026-07-01',
  editionTo: '2026-09-30',
  isCurrent: false,
});
const CHECKED = aCodeFile({
  id: '77777777-7777-4777-8777-777777777703',
  kind: 'ptp',
  title: 'CMS, Medicare NCCI Procedure-to-Procedure Edits for practitioners',
  fileName: 'ptp.txt',
  status: 'Checked',
  editionFrom: null,
  editionTo: null,
  isCurrent: false,
  loadedAt: null,
});
const CHECKED_MUE = aCodeFile({
  ...CHECKED,
  id: '77777777-7777-4777-8777-777777777704',
  kind: 'mue',
  fileName: 'mue.csv',
  editionFrom: '2027-01-01',
});

async function show(data: readonly CodeFile[] = [], details: Partial<CodeFileDetails> = {}) {
  const sent = stubUploads(() => CHECKED);
  const server = createFakeServer();
  const list = (...files: readonly CodeFile[]) => server.on(LIST, { body: { data: files } });
  list(...data);
  for (const file of data) server.on(`GET /admin/code-files/${file.id}`, { body: itsDetails(file, details) });
  const at = '/admin/billing-codes/files';
  const page = await showPage({ server, pages: { [at]: CodeFilesPage }, at, user: { roles: ['Admin'] } });
  await screen.findByText('Choose files');
  const bodyOf = (call: string) =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, server, sent, list, bodyOf };
}

const rowOf = (table: string, name: string) =>
  within(
    within(screen.getByRole('table', { name: table }))
      .getByText(name)
      .closest<HTMLElement>('tr') ?? document.body,
  );
const fileCard = async (name: string) => within(await screen.findByRole('listitem', { name }));

describe('code files', () => {
  it('says of each kind which edition counts and where to get the next one', async () => {
    await show([OCTOBER, JULY]);
    const mue = rowOf('What is loaded', 'NCCI unit limits (MUE)');
    expect(mue.getByText('10/01/2026 to 12/31/2026')).toBeTruthy();
    expect(mue.getByText('Current')).toBeTruthy();
    expect(rowOf('What is loaded', 'ICD-10-CM').getByText('Not loaded')).toBeTruthy();
  });

  it('uploads files one after the other to be checked, and keeps one that is refused', async () => {
    const { user, sent, list } = await show();
    const input = screen.getByLabelText('Code files', { selector: 'input' });
    await user.upload(input, [aFile('ptp.txt'), aFile('wrong.txt'), aFile('empty.txt', 0)]);
    await waitFor(() => expect(sent.map(({ fileName }) => fileName)).toEqual(['ptp.txt']));
    expect(sent[0]?.fields).toEqual({ dryRun: 'true' });
    sent[0]?.progress(0.4);
    expect(await screen.findByText('2.00 KB · 40%')).toBeTruthy();
    expect((await fileCard('empty.txt')).getByText('The file is empty.')).toBeTruthy();
    list({ ...CHECKED, status: 'Checking', rowsDone: 30 });
    sent[0]?.store();
    expect(await screen.findByText(/^30 of 120 rows\./)).toBeTruthy();
    expect(sent.length).toBe(1);
    list({ ...CHECKED, rowsDone: 120 });
    await waitFor(() => expect(sent.map(({ fileName }) => fileName)).toEqual(['ptp.txt', 'wrong.txt']));
    sent[1]?.answer(400, { code: 'VALIDATION', message: '32 columns where 31 are known' });
    const refused = await fileCard('wrong.txt');
    expect(await refused.findByText(/32 columns where 31 are known/)).toBeTruthy();
    expect(refused.queryByText('Retry')).toBeNull();
    await user.click(refused.getByText('Remove'));
    expect(screen.queryByRole('listitem', { name: 'wrong.txt' })).toBeNull();
  });

  it('sends a file again after the connection was lost, as the same upload', async () => {
    const { user, sent } = await show();
    await user.upload(screen.getByLabelText('Code files', { selector: 'input' }), aFile('ptp.txt'));
    await waitFor(() => expect(sent.length).toBe(1));
    sent[0]?.cut();
    await user.click(await screen.findByLabelText('Retry ptp.txt'));
    await waitFor(() => expect(sent.length).toBe(2));
    expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
  });

  it('loads a checked file once its first day is entered, and says what it changes', async () => {
    const { user, server, list, bodyOf } = await show([CHECKED], {
      problemCount: 2,
      notes: ['This one counts only for days before.'],
      problems: [{ line: 7, reason: 'The effective date is missing' }],
      differences: {
        comparedWith: 'the edition from 07/01/2026',
        added: { count: 12, examples: ['20610 and J1100'] },
        changed: { count: 0, examples: [] },
        ended: { count: 1, examples: ['64483 and 77003'] },
      },
    });
    const card = await fileCard('ptp.txt');
    expect(await card.findByText('12 rows added')).toBeTruthy();
    expect(card.getByText('20610 and J1100')).toBeTruthy();
    expect(card.getByText('This one counts only for days before.')).toBeTruthy();
    expect(card.getByText('The effective date is missing')).toBeTruthy();
    const load = card.getByText<HTMLButtonElement>('Load');
    expect(load.disabled).toBe(true);
    await user.type(card.getByLabelText('First day'), '10012026');
    await user.type(card.getByLabelText('Last day'), '09302026');
    expect(card.getByText('Must not be before the first day')).toBeTruthy();
    await user.clear(card.getByLabelText('Last day'));
    server.on(`POST /admin/code-files/${CHECKED.id}/load`, () => {
      list({ ...CHECKED, status: 'Loaded', editionFrom: '2026-10-01' });
      return { body: { ...CHECKED, status: 'Loading' } };
    });
    await user.click(load);
    expect(await screen.findByRole('table', { name: 'History' })).toBeTruthy();
    expect(bodyOf(`POST /admin/code-files/${CHECKED.id}/load`)).toEqual([{ editionFrom: '2026-10-01' }]);
  });

  it('loads all checked files whose first day is known', async () => {
    const { user, server, bodyOf } = await show([
      CHECKED,
      { ...CHECKED, id: OCTOBER.id, fileName: 'second.txt', editionFrom: '2026-10-01' },
      CHECKED_MUE,
    ]);
    for (const { id } of [OCTOBER, CHECKED_MUE])
      server.on(`POST /admin/code-files/${id}/load`, { body: { ...CHECKED, status: 'Loading' } });
    await user.click(await screen.findByText('Load all 2'));
    await waitFor(() =>
      expect([
        ...bodyOf(`POST /admin/code-files/${OCTOBER.id}/load`),
        ...bodyOf(`POST /admin/code-files/${CHECKED_MUE.id}/load`),
      ]).toEqual([{ editionFrom: '2026-10-01' }, { editionFrom: '2027-01-01' }]),
    );
    expect(server.countOf(`POST /admin/code-files/${CHECKED.id}/load`)).toBe(0);
  });

  it('asks before a file is undone, and says which edition counts again', async () => {
    const { user, server } = await show([OCTOBER, JULY]);
    server.on(`POST /admin/code-files/${OCTOBER.id}/undo`, { body: { ...OCTOBER, status: 'Undoing' } });
    await user.click(screen.getByLabelText('Undo NCCI unit limits (MUE), mue-2026-10.csv'));
    const question = within(await screen.findByRole('alertdialog'));
    expect(
      question.getByText(
        'The rows of mue-2026-10.csv will be removed. Then the edition from 07/01/2026 counts again. Signed notes stay as they are.',
      ),
    ).toBeTruthy();
    await user.click(question.getByText('Undo'));
    await waitFor(() => expect(server.countOf(`POST /admin/code-files/${OCTOBER.id}/undo`)).toBe(1));
  });

  it('cancels work, and offers a file that was stopped or failed again', async () => {
    const loading = { ...CHECKED_MUE, status: 'Loading', rowsDone: 60 } as const;
    const failed = {
      ...CHECKED,
      status: 'Draft',
      trouble: 'The file ends in the middle of line 7.',
    } as const;
    const { user, server, list } = await show([loading, failed]);
    expect((await fileCard('ptp.txt')).getByText('The file ends in the middle of line 7.')).toBeTruthy();
    server.on(`POST /admin/code-files/${loading.id}/cancel`, () => {
      list({ ...loading, status: 'Stopped' }, failed);
      return { body: { ...loading, status: 'Stopped' } };
    });
    await user.click(screen.getByText('Cancel'));
    expect(await screen.findByText(/^The check was stopped after 60 of 120 rows\./)).toBeTruthy();
    expect(screen.getByLabelText<HTMLButtonElement>('Load mue.csv').disabled).toBe(false);
    server.on(`DELETE /admin/code-files/${failed.id}`, () => {
      list({ ...loading, status: 'Stopped' });
      return { status: 204 };
    });
    await user.click(screen.getByLabelText('Discard ptp.txt'));
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Discard'));
    await waitFor(() => expect(screen.queryByText('The file ends in the middle of line 7.')).toBeNull());
  });
});
