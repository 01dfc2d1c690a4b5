import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ImportOfficesDialog } from './ImportOfficesDialog.tsx';

it('checks a list of offices and adds them', async () => {
  const server = createFakeServer();
  const rows = [{ index: 0, messages: [], notes: [] }];
  server.on('POST /office/import/preview', { body: { rows } });
  server.on('POST /office/import', { status: 201, body: { rows, created: 1 } });
  const closed = vi.fn();
  const Page = () => <ImportOfficesDialog onClose={closed} />;
  const { user } = await showPage({ server, at: '/', pages: { '/': Page } });
  const dialog = within(await screen.findByRole('dialog'));
  const text = 'Location,Street,City,ST,ZIP,Phone\nMain,1 Main Street,Reston,VA,20190,(410) 555-0100';
  fireEvent.change(dialog.getByLabelText('CSV data'), { target: { value: text } });
  await user.click(dialog.getByText('Check'));
  await user.click(await dialog.findByText('Add 1 Office'));
  await dialog.findByText('1 office added.');
  expect(
    server.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]),
  ).toEqual([
    ['/office/import/preview', [expect.objectContaining({ name: 'Main', state: 'VA' })]],
    ['/office/import', [expect.objectContaining({ name: 'Main', address: '1 Main Street' })]],
  ]);
  await user.click(dialog.getByText('Close'));
  expect(closed).toHaveBeenCalledOnce();
});
