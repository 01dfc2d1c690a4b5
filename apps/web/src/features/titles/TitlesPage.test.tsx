import type { ProviderTitle } from '@portal/contract/titles';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { TitlesPage } from './TitlesPage.tsx';

const MD: ProviderTitle = {
  id: '55555555-5555-4555-8555-555555555555',
  code: 'MD',
  description: 'Doctor of Medicine',
  displayOrder: 1,
  isActive: true,
  version: 3,
};

async function list() {
  const server = createFakeServer();
  server.on('POST /admin/title/search', { body: { items: [MD], totalCount: 1 } });
  const page = await showPage({ server, pages: { '/admin/titles': TitlesPage }, at: '/admin/titles' });
  return { ...page, server };
}

it('lists title, description, display order and status', async () => {
  await list();
  await screen.findByText('Doctor of Medicine');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Title',
    'Description',
    'Display Order',
    'Status',
    'Actions',
  ]);
});

describe('titles page', () => {
  it('reports "Failed to load titles"', async () => {
    const server = createFakeServer();
    server.on('POST /admin/title/search', { status: 500 });
    await showPage({ server, pages: { '/admin/titles': TitlesPage }, at: '/admin/titles' });
    expect(await screen.findByText('Failed to load titles')).toBeTruthy();
  });

  it('reports failures to create and update a title, with the server’s message if there is one', async () => {
    const { server, user } = await list();
    server.on('POST /admin/title', { status: 500 });
    server.on(`PUT /admin/title/${MD.id}`, { status: 500 });
    const add = await screen.findByText<HTMLButtonElement>('Add Title');
    await waitFor(() => expect(add.disabled).toBe(false));
    await user.click(add);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Title/), 'rn');
    await user.type(dialog.getByLabelText(/^Description/), 'Nurse');
    await user.click(dialog.getByText('Add'));
    expect(await dialog.findByText('Failed to create title')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('RN');
    server.on('POST /admin/title', { status: 409, body: { message: 'This title already exists' } });
    await user.click(dialog.getByText('Add'));
    expect(await dialog.findByText('This title already exists')).toBeTruthy();
    expect(server.calls.at(-1)?.body).toEqual({
      code: 'RN',
      description: 'Nurse',
      displayOrder: 2,
      isActive: true,
    });
    await user.click(dialog.getByText('Cancel'));
    await user.click(await screen.findByText('Discard'));
    await user.click(await screen.findByLabelText('Edit MD'));
    const edit = within(await screen.findByRole('dialog', { name: 'Edit Title' }));
    await user.click(edit.getByText('Save'));
    expect(await edit.findByText('Failed to update title')).toBeTruthy();
    expect(server.calls.at(-1)?.body).toMatchObject({ code: 'MD', version: 3 });
  });

  it('reports failures to toggle and delete a title', async () => {
    const { server, user } = await list();
    server.on(`PATCH /admin/title/${MD.id}/toggle-status`, { status: 500 });
    server.on(`DELETE /admin/title/${MD.id}`, { status: 500 });
    await user.click(await screen.findByLabelText('Deactivate MD'));
    await user.click(await screen.findByText('Deactivate'));
    expect(await screen.findByText('Failed to toggle title status')).toBeTruthy();
    await user.click(screen.getByText('Cancel'));
    await user.click(await screen.findByLabelText('Delete MD'));
    await user.click(await screen.findByText('Delete'));
    expect(await screen.findByText('Failed to delete title')).toBeTruthy();
  });
});
