import type { SavedShortcut } from '@portal/contract/shortcuts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { MyShortcutsPage } from './MyShortcutsPage.tsx';
import { ShortcutsTable } from './ShortcutsTable.tsx';

const RISKS: SavedShortcut = {
  id: '55555555-5555-4555-8555-555555555555',
  name: 'risks',
  text: '=Risks, as "usual",\n- bleeding, infection\n- pain, swelling',
  isPractice: false,
  version: 3,
};
const SHARED = { ...RISKS, id: '66666666-6666-4666-8666-666666666666', name: 'shared', isPractice: true };

const PracticePage = () => <ShortcutsTable isPractice intro="For everyone" />;

async function open(Page: () => React.JSX.Element = MyShortcutsPage) {
  const server = createFakeServer();
  server.on('GET /shortcuts', { body: { shortcuts: [RISKS, SHARED] } });
  const { user } = await showPage({
    server,
    pages: { '/profile/shortcuts': Page },
    at: '/profile/shortcuts',
  });
  const sent = () => server.calls.filter(({ method }) => method !== 'GET').at(-1);
  return { server, user, sent };
}

it('lists the user’s own shortcuts, and changes one with the version that is shown', async () => {
  const { server, user, sent } = await open();
  await screen.findByText('.risks');
  expect(screen.queryByText('.shared')).toBeNull();
  server.on(`PUT /shortcuts/${RISKS.id}`, { body: { ...RISKS, version: 4 } });
  await user.click(screen.getByLabelText('Edit .risks'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Text Shortcut' }));
  await fillIn(user, dialog.getByLabelText(/^Text/u), 'None.');
  await user.click(dialog.getByText('Save'));
  expect((await screen.findAllByText('Text shortcut saved')).length).toBeGreaterThan(0);
  expect(sent()?.body).toEqual({ name: 'risks', text: 'None.', version: 3 });
});

it('adds one, and says at once what is wrong with it', async () => {
  const { server, user, sent } = await open();
  server.on('POST /shortcuts', { status: 201, body: { ...RISKS, name: 'plan' } });
  await user.click(await screen.findByText('Add Text Shortcut'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Text Shortcut' }));
  await fillIn(user, dialog.getByLabelText(/^Name/u), '.My Plan');
  await fillIn(user, dialog.getByLabelText(/^Text/u), 'DOB 03/04/1975');
  await user.click(dialog.getByText('Add'));
  await dialog.findByText(/^A name begins with a letter/u);
  dialog.getByText(/^The text has a date of birth/u);
  await fillIn(user, dialog.getByLabelText(/^Name/u), '.Plan');
  await fillIn(user, dialog.getByLabelText(/^Text/u), 'Rest.');
  await user.click(dialog.getByText('Add'));
  await expect.poll(() => sent()?.body).toEqual({ name: 'plan', text: 'Rest.' });
});

it('deletes one after a question', async () => {
  const { server, user, sent } = await open();
  server.on(`DELETE /shortcuts/${RISKS.id}`, { status: 204 });
  await user.click(await screen.findByLabelText('Delete .risks'));
  await user.click(await screen.findByText('Delete', { selector: '[role="alertdialog"] button' }));
  await expect.poll(() => sent()).toMatchObject({ method: 'DELETE', path: `/shortcuts/${RISKS.id}` });
});

it('exports what it imports', async () => {
  const { server, user, sent } = await open();
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:';
  };
  URL.revokeObjectURL = () => undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => click.mockRestore());
  await user.click(await screen.findByText('Export CSV'));
  const text = (await files[0]?.text())?.replace('risks', 'more') ?? '';
  await user.click(screen.getByText('Import'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Text Shortcuts' }));
  fireEvent.change(dialog.getByLabelText('CSV data'), { target: { value: `${text}risks,Exists` } });
  await user.click(dialog.getByText('Check'));
  await dialog.findByText('This name exists already');
  server.on('POST /shortcuts/import', {
    status: 201,
    body: { rows: [{ index: 0, messages: [], notes: [] }], created: 1 },
  });
  await user.click(dialog.getByText('Add 1 Shortcut'));
  await dialog.findByText(/^1 shortcut added\./u);
  expect(sent()?.body).toEqual([{ name: 'more', text: RISKS.text }]);
});

it('shows those of the practice with calls of their own', async () => {
  const { server, user, sent } = await open(PracticePage);
  await screen.findByText('.shared');
  expect(screen.queryByText('.risks')).toBeNull();
  server.on(`PUT /admin/shortcuts/${SHARED.id}`, { body: SHARED });
  await user.click(screen.getByLabelText('Edit .shared'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Text Shortcut' }));
  await user.click(dialog.getByText('Save'));
  await expect.poll(() => sent()?.path).toBe(`/admin/shortcuts/${SHARED.id}`);
});
