import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { session } from '#lib/portal.ts';
import { soon } from '#lib/test/soon.ts';
import { pass, withFakeTime } from '#lib/test/fake-time.ts';
import { aDraft, IDS, NOW, PROVIDER } from '../test/dictation-fixtures.ts';
import {
  answer,
  button,
  storeDraft,
  autosaveText,
  sentDrafts,
  NEW,
  openEditor,
  saves,
  technique,
  write,
} from './test/editor-fixtures.ts';

withFakeTime(NOW);

const DRAFTS = 'PUT /dictation/drafts/:id';
const ELSEWHERE = /This dictation is being edited in another tab or on another computer/u;
const texts = (server: Parameters<typeof sentDrafts>[0]) =>
  sentDrafts(server).map(({ content }) => content.formData['technique']);
const goBack = () => screen.getByRole('link', { name: 'Back' });
const findGuard = () => screen.findByRole('alertdialog', { name: 'Leave without saving your changes?' });

describe('while the user is typing', () => {
  it('autosaves the newest text after a pause and shows the time', async () => {
    const { server } = await openEditor();
    expect(autosaveText()).toBe('');
    write('First');
    expect(autosaveText()).toBe('Autosaving…');
    await pass(500);
    write('Second');
    await pass(500);
    expect(texts(server)).toEqual([]);
    await waitFor(() => expect(autosaveText()).toBe('All changes autosaved 10:00 AM'));
    expect(texts(server)).toEqual(['Second']);
    expect(sentDrafts(server)).toMatchObject([
      { dictationId: IDS.dictation, baseVersion: 3, revision: 0, takeOver: false },
    ]);
  });

  it('autosaves a text that is too long, says so at its field, and saves the dictation only once it is shorter', async () => {
    const { server, person } = await openEditor({ user: PROVIDER });
    const long = `${'x'.repeat(20_000)} and one allergy`;
    write(long);
    expect(screen.getByText('16 characters too many (20,000 allowed)')).toBeTruthy();
    await waitFor(() => expect(autosaveText()).toBe('All changes autosaved 10:00 AM'));
    expect(texts(server)).toEqual([long]);
    await waitFor(() => expect(button('Submit & Sign').disabled).toBe(false));
    for (const name of ['Save Draft', 'Submit & Sign']) {
      await person.click(button(name));
      await screen.findByText('Technique: 16 characters too many (20,000 allowed)');
    }
    await waitFor(() => expect(document.activeElement).toBe(technique()));
    expect(technique().value).toBe(long);
    expect(saves(server)).toEqual([]);
    write('Short');
    await person.click(button('Save Draft'));
    await waitFor(() => expect(saves(server)).toMatchObject([{ formData: { technique: 'Short' } }]));
  });

  it('keeps complications that are too long, and refuses to save them', async () => {
    const { server, person } = await openEditor();
    const complications = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Complications' });
    fireEvent.change(complications, { target: { value: 'x'.repeat(4012) } });
    await waitFor(() => expect(sentDrafts(server).at(-1)?.content.complications).toHaveLength(4012));
    await person.click(button('Save Draft'));
    await screen.findByText('Complications: 12 characters too many (4,000 allowed)');
    await waitFor(() => expect(document.activeElement).toBe(complications));
    expect(saves(server)).toEqual([]);
  });

  it('names the field that the server refuses', async () => {
    await openEditor({
      prepare: (on) =>
        on.on(DRAFTS, {
          status: 400,
          body: {
            message: 'Some fields need attention.',
            code: 'VALIDATION',
            errors: {
              'content.formData.technique': ['too long to be autosaved: at most 200,000 characters'],
            },
          },
        }),
    });
    write('Long');
    await waitFor(() =>
      expect(autosaveText()).toBe(
        'Not saved: Technique: too long to be autosaved: at most 200,000 characters',
      ),
    );
  });

  it('bases each autosave on the revision before it', async () => {
    const { server } = await openEditor();
    for (const text of ['First', 'Second']) {
      write(text);
      await waitFor(() => expect(texts(server)).toContain(text));
    }
    const [first, second] = sentDrafts(server);
    expect([first?.revision, second?.revision]).toEqual([0, 1]);
    expect(second?.editorId).toBe(first?.editorId);
  });

  it('saves nothing without a change, and only the final text after an undo', async () => {
    const { server } = await openEditor();
    await pass(5000);
    expect(texts(server)).toEqual([]);
    write('Stored and more');
    write('Stored');
    await waitFor(() => expect(autosaveText()).toBe('All changes autosaved 10:00 AM'));
    expect(texts(server)).toEqual(['Stored']);
  });

  it('saves immediately when the tab is hidden', async () => {
    const { server } = await openEditor();
    write('First');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => void vi.restoreAllMocks());
    fireEvent(document, new Event('visibilitychange'));
    await pass(0);
    expect(texts(server)).toEqual(['First']);
  });

  it('adds the draft ID to the URL on the first change of a new dictation', async () => {
    const { server, router } = await openEditor({ at: NEW });
    write('First');
    await waitFor(() => expect(texts(server)).toEqual(['First']));
    const [call] = server.calls.filter(({ path }) => path.startsWith('/dictation/drafts/'));
    const query = new URLSearchParams(router.state.location.search);
    expect(query.get('draft')).toBe(call?.path.split('/').at(-1));
    expect(query.get('template')).toBe(IDS.template);
    expect(sentDrafts(server)).toMatchObject([{ dictationId: null, baseVersion: null }]);
    expect(technique().value).toBe('First');
  });
});

describe('when autosave fails', () => {
  it('shows the failure, retries, and saves what was typed in between', async () => {
    const { server } = await openEditor({
      prepare: (on) => on.on(DRAFTS, { status: 503 }),
    });
    write('First');
    await waitFor(() => expect(autosaveText()).toBe('Not saved yet. Retrying…'));
    write('Second');
    expect(autosaveText()).toBe('Not saved yet. Retrying…');
    server.on(DRAFTS, storeDraft);
    await waitFor(() => expect(autosaveText()).toMatch(/^All changes autosaved/u));
    expect(texts(server).at(-1)).toBe('Second');
    expect(technique().value).toBe('Second');
  });

  it('shows why the server rejected the draft, and retries only after a change', async () => {
    const { server } = await openEditor({
      prepare: (on) =>
        on.on(DRAFTS, { status: 400, body: { message: 'The dictation is too long', code: 'VALIDATION' } }),
    });
    write('Too long');
    await waitFor(() => expect(autosaveText()).toBe('Not saved: The dictation is too long'));
    await pass(30_000);
    expect(texts(server)).toEqual(['Too long']);
    expect(technique().value).toBe('Too long');
    server.on(DRAFTS, storeDraft);
    write('Short');
    await waitFor(() => expect(autosaveText()).toMatch(/^All changes autosaved/u));
  });
});

describe('leaving the editor', () => {
  it('asks while changes are not saved; staying keeps the text', async () => {
    const { person, path } = await openEditor({
      prepare: (on) => on.on(DRAFTS, { status: 503 }),
    });
    write('First');
    await waitFor(() => expect(autosaveText()).toBe('Not saved yet. Retrying…'));
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

  it('asks after the server rejected the draft', async () => {
    const { person } = await openEditor({
      prepare: (on) => on.on(DRAFTS, { status: 400, body: { message: 'Too long', code: 'VALIDATION' } }),
    });
    write('First');
    await waitFor(() => expect(autosaveText()).toBe('Not saved: Too long'));
    await person.click(goBack());
    await findGuard();
  });

  it('does not ask when an autosave is pending, and sends it on leaving', async () => {
    const { server, person } = await openEditor();
    write('First');
    write('Second');
    await person.click(goBack());
    await screen.findByText('Page /dictations');
    expect(texts(server)).toEqual(['Second']);
  });

  it('sends the newest text when the page is closed, even with an autosave in flight', async () => {
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

/** A draft of the dictation. */
const unsaved = (change: Parameters<typeof aDraft>[0] = {}) => {
  const draft = aDraft(change);
  return {
    prepare: (server: Awaited<ReturnType<typeof openEditor>>['server']) => {
      server.on('GET /dictation/drafts', { body: [draft] });
      server.on(`GET /dictation/drafts/${IDS.draft}`, { body: draft });
    },
  };
};

describe('restoring unsaved changes', () => {
  it('restores the draft and continues from its revision', async () => {
    const { server } = await openEditor(unsaved());
    await screen.findByText(/Your unsaved changes were restored \(autosaved 11\/21\/2026 9:30 AM\)/u);
    expect(technique().value).toBe('Kept');
    expect(screen.queryByText(/no longer have a field/u)).toBeNull();
    write('Kept and more');
    await waitFor(() => expect(texts(server)).toEqual(['Kept and more']));
    expect(sentDrafts(server)).toMatchObject([{ revision: 4, takeOver: false }]);
  });

  it('shows values that no longer have a field, and keeps them in the draft', async () => {
    const { server } = await openEditor(
      unsaved({ content: { formData: { technique: 'Kept', needle: '22 gauge' } } }),
    );
    await screen.findByText(/These entries no longer have a field\. Copy what you need/u);
    expect(screen.getByText('22 gauge')).toBeTruthy();
    write('Kept and more');
    await waitFor(() => expect(texts(server)).toEqual(['Kept and more']));
    expect(sentDrafts(server)[0]?.content.formData['needle']).toBe('22 gauge');
  });

  it('starts from the saved dictation when the draft no longer exists', async () => {
    await openEditor({
      prepare: (server) => server.on('GET /dictation/drafts', { body: [aDraft()] }),
    });
    expect(technique().value).toBe('Stored');
    expect(screen.queryByText(/were restored/u)).toBeNull();
  });

  it('discards the draft after confirmation', async () => {
    const { server, person, path } = await openEditor(unsaved());
    await person.click(button('Discard'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    expect(dialog.textContent).toContain('The saved dictation is not affected.');
    server.on('DELETE /dictation/drafts/:id', { status: 500 });
    const confirm = () => person.click(answer('Discard'));
    await confirm();
    await screen.findByText('Failed to discard changes');
    expect(path()).toBe(`/dictations/${IDS.dictation}/edit`);

    // Another tab already discarded it.
    server.on('DELETE /dictation/drafts/:id', { status: 404 });
    await confirm();
    await waitFor(() => expect(path()).toBe(`/dictations/${IDS.dictation}`));
    expect(texts(server)).toEqual([]);
  });

  it('discards only after an autosave that is on its way, which would create the draft again', async () => {
    const gate = Promise.withResolvers<void>();
    const { server, person, path } = await openEditor({
      prepare: (on) =>
        on.on(DRAFTS, async (seen) => {
          await gate.promise;
          return storeDraft(seen);
        }),
    });
    write('Mine');
    await waitFor(() => expect(texts(server)).toEqual(['Mine']));
    await person.click(button('Discard'));
    await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await person.click(answer('Discard'));
    await pass(1000);
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
    gate.resolve();
    await waitFor(() => expect(path()).toBe(`/dictations/${IDS.dictation}`));
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('prefers what was typed last before the session ended to an older draft of the server', async () => {
    await openEditor({ prepare: (on) => on.on(DRAFTS, { status: 503 }) });
    write('Newest');
    await waitFor(() => expect(autosaveText()).toBe('Not saved yet. Retrying…'));
    session.expire();
    cleanup();
    const { server } = await openEditor(unsaved({ content: { formData: { technique: 'Older' } } }));
    expect(technique().value).toBe('Newest');
    await waitFor(() => expect(texts(server)).toEqual(['Newest']));
    expect(sentDrafts(server)).toMatchObject([{ revision: 1, takeOver: false }]);
  });
});

describe('messages of other tabs', () => {
  it('about another dictation are ignored; this one is answered for, or given up', async () => {
    vi.useRealTimers();
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('portal-dictation-editors');
    onTestFinished(() => channel.close());
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => heard.push(data));
    const say = (kind: string, note: string) =>
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within the origin
      channel.postMessage({ kind, note, editorId: 'other' });

    await openEditor();
    for (const kind of ['open', 'here', 'mine']) say(kind, IDS.second);
    say('open', IDS.dictation);
    await vi.waitFor(
      () =>
        expect(heard).toMatchObject([
          { kind: 'open', note: IDS.dictation },
          { kind: 'here', note: IDS.dictation },
        ]),
      soon,
    );
    expect(screen.queryByText(ELSEWHERE)).toBeNull();
    say('mine', IDS.dictation);
    expect(await screen.findByText(ELSEWHERE)).toBeTruthy();
  });
});
