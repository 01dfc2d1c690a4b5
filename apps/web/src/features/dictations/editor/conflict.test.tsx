import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pass, withFakeTime } from '#lib/test/fake-time.ts';
import { aDictation, aDraft, ASSISTANT, IDS, NOW } from '../test/dictation-fixtures.ts';
import {
  button,
  storeDraft,
  autosaveText,
  sentDrafts,
  openEditor,
  saves,
  side,
  stale,
  technique,
  write,
} from './test/editor-fixtures.ts';

withFakeTime(NOW);

const PUT = `PUT /dictation/${IDS.dictation}`;
const DRAFTS = 'PUT /dictation/drafts/:id';
const CHANGED = 'Someone else changed this record in the meantime';
const ELSEWHERE = /This dictation is being edited in another tab or on another computer/u;

/** The dictation after someone else changed its side, date and codes. */
const theirs = aDictation({
  status: 'Draft',
  version: 8,
  formData: { side: 'Right', technique: 'Stored' },
  procedureDate: '2026-11-20',
  billingCodes: [
    {
      code: '64483',
      codeType: 'CPT',
      description: 'About 64483',
      modifiers: 'RT',
      units: 1,
      diagnosisPointers: [],
    },
  ],
  updatedByUser: ASSISTANT,
});

/** Opens the editor and saves, with this answer from the server. */
async function openStale(answer = stale(theirs)) {
  const page = await openEditor();
  page.server.on(PUT, answer);
  write('Mine');
  await page.person.click(button('Save Draft'));
  return page;
}

describe('conflict with another user’s save', () => {
  it('shows what they changed, focuses the panel, and leaves the form unchanged', async () => {
    await openStale();
    const panel = (await screen.findByText(CHANGED)).closest('[role=alert]');
    expect(panel?.textContent).toContain('SideThey saved: Right');
    expect(panel?.textContent).not.toContain('TechniqueThey saved');
    expect(document.activeElement).toBe(panel);
    expect([side().value, technique().value]).toEqual(['Left', 'Mine']);
  });

  it('shows both values when both changed the same field', async () => {
    await openStale(stale({ ...theirs, formData: { side: 'Left', technique: 'Theirs' } }));
    const panel = (await screen.findByText(CHANGED)).closest('[role=alert]');
    expect(panel?.textContent).toContain('TechniqueThey saved: TheirsYou have: Mine');
  });

  it('merges on Keep mine and saves over their version', async () => {
    const { server, person } = await openStale();
    await person.click(await screen.findByText('Keep mine'));
    expect([side().value, technique().value]).toEqual(['Right', 'Mine']);
    expect(screen.queryByText(CHANGED)).toBeNull();
    const formData = { side: 'Right', technique: 'Mine' };
    server.on(PUT, { body: { ...theirs, formData, version: 9 } });
    await person.click(button('Save Draft'));
    await waitFor(() => expect(autosaveText()).toMatch(/^Draft saved/u));
    expect(saves(server)).toMatchObject([
      { version: 3, formData: { side: 'Left', technique: 'Mine' } },
      {
        version: 8,
        formData: { side: 'Right', technique: 'Mine' },
        procedureDate: '2026-11-20',
        billingCodes: [{ code: '64483', modifiers: 'RT' }],
      },
    ]);
  });

  it('discards local changes on Use theirs and loads the saved version', async () => {
    const { server, person } = await openStale();
    await waitFor(() => expect(sentDrafts(server)).toHaveLength(1));
    server.on(`GET /dictation/${IDS.dictation}`, { body: theirs });
    await person.click(await screen.findByText('Use theirs'));
    await waitFor(() => expect(side().value).toBe('Right'));
    expect(technique().value).toBe('Stored');
    expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('reports when Use theirs cannot discard the changes, and keeps them', async () => {
    const { server, person } = await openStale();
    await waitFor(() => expect(sentDrafts(server)).toHaveLength(1));
    server.on('DELETE /dictation/drafts/:id', { status: 503 });
    await person.click(await screen.findByText('Use theirs'));
    await screen.findByText('Your changes could not be discarded. Please try again.');
    expect(technique().value).toBe('Mine');
  });

  it('links to the dictation when it has been signed, and offers no merge', async () => {
    await openStale(stale({ ...theirs, status: 'Signed', signedAt: NOW }));
    await screen.findByText(/This dictation has been signed/u);
    expect(screen.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(
      `/dictations/${IDS.dictation}`,
    );
    expect(screen.queryByText('Keep mine')).toBeNull();
    expect(technique().value).toBe('Mine');
  });

  it('shows the conflict when signing fails because of it', async () => {
    const { server, person } = await openEditor();
    await pass(1000);
    server.on(PUT, stale(theirs));
    await person.click(button('Submit & Sign'));
    await screen.findByText(CHANGED);
    expect(server.calls.filter(({ path }) => path.endsWith('/sign'))).toEqual([]);
  });
});

describe('a dictation being edited in another editor', () => {
  const written: Parameters<typeof openEditor>[0] = {
    prepare: (server) =>
      server.on(DRAFTS, { status: 409, body: { message: 'Edited elsewhere', code: 'STALE' } }),
  };

  it('stops autosave and disables input', async () => {
    const { server } = await openEditor(written);
    write('Mine');
    await screen.findByText(ELSEWHERE);
    expect(autosaveText()).toBe('Edited elsewhere');
    expect(technique().closest('[inert]')).not.toBeNull();
    await pass(60_000);
    expect(sentDrafts(server)).toHaveLength(1);
  });

  it('continues with the text shown and overwrites the other draft', async () => {
    const { server, person } = await openEditor(written);
    write('Mine');
    await screen.findByText(ELSEWHERE);
    server.on(DRAFTS, storeDraft);
    await person.click(button('Continue with the text shown here'));
    await waitFor(() => expect(autosaveText()).toMatch(/^All changes autosaved/u));
    expect(sentDrafts(server).at(-1)).toMatchObject({
      takeOver: true,
      content: { formData: { technique: 'Mine' } },
    });
    expect(screen.queryByText(ELSEWHERE)).toBeNull();
    expect(technique().closest('[inert]')).toBeNull();
  });

  it('takes over with the other editor’s text', async () => {
    const { server, person } = await openEditor(written);
    write('Mine');
    await screen.findByText(ELSEWHERE);
    const draft = aDraft({ revision: 9, content: { formData: { side: 'Left', technique: 'Elsewhere' } } });
    server.on('GET /dictation/drafts', { body: [draft] });
    server.on(`GET /dictation/drafts/${IDS.draft}`, { body: draft });
    server.on(DRAFTS, storeDraft);
    await person.click(button('Take over'));
    await waitFor(() => expect(technique().value).toBe('Elsewhere'));
    expect(screen.queryByText(ELSEWHERE)).toBeNull();
    write('Elsewhere and more');
    await waitFor(() => expect(autosaveText()).toMatch(/^All changes autosaved/u));
    expect(sentDrafts(server).at(-1)).toMatchObject({ revision: 9, takeOver: true });
  });
});
