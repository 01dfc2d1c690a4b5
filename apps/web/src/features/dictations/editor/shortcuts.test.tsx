import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pass, withFakeTime } from '#lib/test/fake-time.ts';
import { aRow, ASSISTANT, IDS, NOW } from '../test/dictation-fixtures.ts';
import { answer, EDIT, openEditor, press, saves, side, technique, write } from './test/editor-fixtures.ts';

withFakeTime(NOW);

const ctrl = { ctrlKey: true };

describe('editor shortcuts', () => {
  it.each([
    ['Ctrl', { ctrlKey: true }],
    ['Command', { metaKey: true }],
  ])('saves a draft with %s+S instead of saving the page', async (_name, how) => {
    const { server } = await openEditor();
    technique().focus();
    expect(press('s', how)).toBe(false);
    await waitFor(() => expect(saves(server)).toMatchObject([{ status: 'Draft' }]));
  });

  it('ignores S alone and repeated keys', async () => {
    const { server } = await openEditor();
    expect(press('s')).toBe(true);
    expect(press('s', { ...ctrl, repeat: true })).toBe(true);
    expect(press('s', { ...ctrl, isComposing: true })).toBe(true);
    await pass(2000);
    expect(saves(server)).toEqual([]);
  });

  it('focuses the patient, the form, and the codes with F4, F7, and F8', async () => {
    await openEditor();
    const places = [
      ['F4', screen.getByLabelText(/^Patient/u)],
      ['F7', side()],
      ['F8', screen.getByLabelText('Add a code')],
    ] as const;
    for (const [key, place] of places) {
      press(key);
      expect(document.activeElement).toBe(place);
    }
  });

  it('focuses and marks the first incomplete field with F9', async () => {
    await openEditor({ stored: { formData: { side: 'Left' } } });
    expect(technique().getAttribute('aria-invalid')).not.toBe('true');
    press('F9');
    expect(document.activeElement).toBe(technique());
    expect(technique().getAttribute('aria-invalid')).toBe('true');
  });

  it('saves for review with Ctrl+Shift+Enter when the user cannot sign', async () => {
    const { server } = await openEditor({ user: ASSISTANT });
    press('Enter', { ...ctrl, shiftKey: true });
    await screen.findByText('Page /dictations');
    expect(saves(server)).toMatchObject([{ status: 'Saved' }]);
  });

  it('continues with the next patient at the same location and date with Ctrl+Alt+Enter', async () => {
    const { router } = await openEditor({ user: ASSISTANT });
    press('Enter', { ...ctrl, altKey: true });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dictations/new'));
    const query = new URLSearchParams(router.state.location.search);
    expect([query.get('template'), query.get('locationId'), query.get('patientId')]).toEqual([
      IDS.template,
      IDS.office,
      null,
    ]);
  });

  it('saves nothing while a dialog is open', async () => {
    const { server, person } = await openEditor({ user: ASSISTANT, stored: { status: 'Completed' } });
    press('s', ctrl);
    await screen.findByRole('alertdialog', { name: 'Return to draft?' });
    press('Enter', { ...ctrl, shiftKey: true });
    press('s', ctrl);
    await pass(2000);
    expect(saves(server)).toEqual([]);
    await person.click(answer('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    press('s', ctrl);
    await screen.findByRole('alertdialog', { name: 'Return to draft?' });
  });
});

describe('shortcut help', () => {
  it('lists the shortcuts of the user’s buttons on F1', async () => {
    const { person } = await openEditor({ user: ASSISTANT });
    press('F1');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' });
    const rows = within(dialog)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toContain('Ctrl+Shift+EnterSave for Physician Review');
    expect(rows).toContain('Ctrl+Alt+EnterSave & Next Patient');
    expect(rows.join()).not.toContain('Alt+PageDown');
    await person.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers no next patient without the permission to create dictations', async () => {
    await openEditor({ user: ASSISTANT, permissions: ['Dictation.View', 'Dictation.Edit'] });
    expect(screen.queryByText('Save & Next Patient')).toBeNull();
    press('F1');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' });
    expect(dialog.textContent).not.toContain('Ctrl+Alt+Enter');
  });
});

describe('pending review queue', () => {
  const rows = [aRow({ id: IDS.second }), aRow({ id: IDS.dictation }), aRow({ id: IDS.third })];
  const pending: Parameters<typeof openEditor>[0] = {
    stored: { status: 'Completed' },
    prepare: (server) => server.on('GET /dictation/pending', { body: rows }),
  };

  it.each([
    ['PageUp', IDS.second],
    ['PageDown', IDS.third],
  ])('opens the neighbor with Alt+%s and saves a draft', async (key, id) => {
    const { server, path } = await openEditor(pending);
    await screen.findByText('2 of 3 pending');
    write('Half done');
    press(key, { altKey: true });
    await waitFor(() => expect(path()).toBe(`/dictations/${id}/edit`));
    expect(server.calls.filter(({ path: to }) => to.startsWith('/dictation/drafts/'))).toHaveLength(1);
  });

  it('leaves the Next shortcut to the browser on the last dictation', async () => {
    const { path } = await openEditor({
      ...pending,
      prepare: (server) => server.on('GET /dictation/pending', { body: rows.slice(0, 2) }),
    });
    await screen.findByText('2 of 2 pending');
    expect(press('PageDown', { altKey: true })).toBe(true);
    expect(path()).toBe(EDIT);
    expect(screen.queryByText('Sign & Next Pending')).toBeNull();
  });
});
