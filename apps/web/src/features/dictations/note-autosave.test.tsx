import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pass, withFakeTime } from '#lib/test/fake-time.ts';
import { aDraft, IDS, NOW } from './dictation-fixtures.ts';
import {
  answer,
  button,
  keepDraft,
  keepNote,
  keptDrafts,
  NEW,
  openEditor,
  technique,
  write,
} from './editor-fixtures.ts';

withFakeTime(NOW);

const DRAFTS = 'PUT /dictation/drafts/:id';
const texts = (server: Parameters<typeof keptDrafts>[0]) =>
  keptDrafts(server).map(({ content }) => content.formData['technique']);
const goBack = () => screen.getByRole('link', { name: 'Back' });
const findGuard = () => screen.findByRole('alertdialog', { name: 'Leave without keeping your changes?' });

describe('while the note is written', () => {
  it('keeps the newest text after a pause and says when', async () => {
    const { server } = await openEditor();
    expect(keepNote()).toBe('');
    write('First');
    expect(keepNote()).toBe('Keeping your changes…');
    await pass(500);
    write('Second');
    await pass(500);
    expect(texts(server)).toEqual([]);
    await waitFor(() => expect(keepNote()).toBe('All changes kept 10:00'));
    expect(texts(server)).toEqual(['Second']);
    expect(keptDrafts(server)).toMatchObject([
      { dictationId: IDS.dictation, baseVersion: 3, revision: 0, takeOver: false },
    ]);
  });

  it('each keeping goes on from the one before', async () => {
    const { server } = await openEditor();
    for (const text of ['First', 'Second']) {
      write(text);
      await waitFor(() => expect(texts(server)).toContain(text));
    }
    const [first, second] = keptDrafts(server);
    expect([first?.revision, second?.revision]).toEqual([0, 1]);
    expect(second?.editorId).toBe(first?.editorId);
  });

  it('keeps nothing when a text is typed and taken back', async () => {
    const { server } = await openEditor();
    await pass(5000);
    expect(texts(server)).toEqual([]);
    write('Stored and more');
    write('Stored');
    await waitFor(() => expect(keepNote()).toBe('All changes kept 10:00'));
    expect(texts(server)).toEqual(['Stored']);
  });

  it('keeps it at once when the tab is hidden', async () => {
    const { server } = await openEditor();
    write('First');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => void vi.restoreAllMocks());
    fireEvent(document, new Event('visibilitychange'));
    await pass(0);
    expect(texts(server)).toEqual(['First']);
  });

  it('the first change of a new note puts its draft into the address, and keeps the rest of it', async () => {
    const { server, router } = await openEditor({ at: NEW });
    write('First');
    await waitFor(() => expect(texts(server)).toEqual(['First']));
    const [call] = server.calls.filter(({ path }) => path.startsWith('/dictation/drafts/'));
    const query = new URLSearchParams(router.state.location.search);
    expect(query.get('draft')).toBe(call?.path.split('/').at(-1));
    expect(query.get('template')).toBe(IDS.template);
    expect(keptDrafts(server)).toMatchObject([{ dictationId: null, baseVersion: null }]);
    expect(technique().value).toBe('First');
  });
});

describe('when it cannot be kept', () => {
  it('says so, tries again and keeps what was typed meanwhile', async () => {
    const { server } = await openEditor({
      prepare: (on) => on.on(DRAFTS, { status: 503 }),
    });
    write('First');
    await waitFor(() => expect(keepNote()).toBe('Not saved yet – trying again'));
    write('Second');
    expect(keepNote()).toBe('Not saved yet – trying again');
    server.on(DRAFTS, keepDraft);
    await waitFor(() => expect(keepNote()).toMatch(/^All changes kept/u));
    expect(texts(server).at(-1)).toBe('Second');
    expect(technique().value).toBe('Second');
  });

  it('says why it was refused, and tries again only after a change', async () => {
    const { server } = await openEditor({
      prepare: (on) =>
        on.on(DRAFTS, { status: 400, body: { message: 'The dictation is too long', code: 'VALIDATION' } }),
    });
    write('Too long');
    await waitFor(() => expect(keepNote()).toBe('Not kept: The dictation is too long'));
    await pass(30_000);
    expect(texts(server)).toEqual(['Too long']);
    expect(technique().value).toBe('Too long');
    server.on(DRAFTS, keepDraft);
    write('Short');
    await waitFor(() => expect(keepNote()).toMatch(/^All changes kept/u));
  });
});

describe('leaving the note', () => {
  it('asks while the text could not be kept; staying keeps the text', async () => {
    const { person, path } = await openEditor({
      prepare: (on) => on.on(DRAFTS, { status: 503 }),
    });
    write('First');
    await waitFor(() => expect(keepNote()).toBe('Not saved yet – trying again'));
    await person.click(goBack());
    await findGuard();
    await person.click(answer('Stay'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(path()).toBe(`/dictations/${IDS.dictation}/edit`);
    expect(technique().value).toBe('First');

    await person.click(goBack());
    await findGuard();
    await person.click(answer('Leave'));
    await screen.findByText('Page /dictations');
  });

  it('asks as well while the text was refused', async () => {
    const { person } = await openEditor({
      prepare: (on) => on.on(DRAFTS, { status: 400, body: { message: 'Too long', code: 'VALIDATION' } }),
    });
    write('First');
    await waitFor(() => expect(keepNote()).toBe('Not kept: Too long'));
    await person.click(goBack());
    await findGuard();
  });

  it('does not ask while the text is about to be kept: it is sent on the way', async () => {
    const { server, person } = await openEditor();
    write('First');
    write('Second');
    await person.click(goBack());
    await screen.findByText('Page /dictations');
    expect(texts(server)).toEqual(['Second']);
  });

  it('closing the page sends the newest text, not the one that is under way', async () => {
    const { server } = await openEditor({
      prepare: (on) => on.on(DRAFTS, () => Promise.withResolvers<never>().promise),
    });
    write('First');
    await waitFor(() => expect(texts(server)).toEqual(['First']));
    write('Second');
    fireEvent(window, new Event('pagehide'));
    expect(texts(server)).toEqual(['First', 'Second']);
  });
});

/** A kept draft of the dictation. */
const unsaved = (change: Parameters<typeof aDraft>[0] = {}) => {
  const draft = aDraft(change);
  return {
    prepare: (server: Awaited<ReturnType<typeof openEditor>>['server']) => {
      server.on('GET /dictation/drafts', { body: [draft] });
      server.on(`GET /dictation/drafts/${IDS.draft}`, { body: draft });
    },
  };
};

describe('a note that was not saved', () => {
  it('is here again, and goes on from its revision', async () => {
    const { server } = await openEditor(unsaved());
    await screen.findByText(/What you typed and had not saved is here again \(kept 11\/21\/2026 09:30\)/u);
    expect(technique().value).toBe('Kept');
    expect(screen.queryByText(/no longer have a field/u)).toBeNull();
    write('Kept and more');
    await waitFor(() => expect(texts(server)).toEqual(['Kept and more']));
    expect(keptDrafts(server)).toMatchObject([{ revision: 4, takeOver: false }]);
  });

  it('shows what no longer has a field, and keeps that too', async () => {
    const { server } = await openEditor(
      unsaved({ content: { formData: { technique: 'Kept', needle: '22 gauge' } } }),
    );
    await screen.findByText(/These entries no longer have a field; copy what you need/u);
    expect(screen.getByText('22 gauge')).toBeTruthy();
    write('Kept and more');
    await waitFor(() => expect(texts(server)).toEqual(['Kept and more']));
    expect(keptDrafts(server)[0]?.content.formData['needle']).toBe('22 gauge');
  });

  it('begins anew when its draft is gone meanwhile', async () => {
    await openEditor({
      prepare: (server) => server.on('GET /dictation/drafts', { body: [aDraft()] }),
    });
    expect(technique().value).toBe('Stored');
    expect(screen.queryByText(/is here again/u)).toBeNull();
  });

  it('is thrown away when its writer says so, and the dictation is as it was saved', async () => {
    const { server, person, path } = await openEditor(unsaved());
    await person.click(button('Discard'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Discard what was typed?' });
    expect(dialog.textContent).toContain('The dictation stays as it was saved.');
    server.on('DELETE /dictation/drafts/:id', { status: 500 });
    const confirm = () => person.click(answer('Discard'));
    await confirm();
    await screen.findByText('Failed to discard the note');
    expect(path()).toBe(`/dictations/${IDS.dictation}/edit`);

    // Another tab was faster.
    server.on('DELETE /dictation/drafts/:id', { status: 404 });
    await confirm();
    await waitFor(() => expect(path()).toBe(`/dictations/${IDS.dictation}`));
    expect(texts(server)).toEqual([]);
  });
});
