import { valueText } from '@portal/domain/template/value';
import type { DraftContent } from '@portal/contract/dictation-drafts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { createEditorStore, type DraftToSend, type EditorStore } from './editor-store.ts';
import { aDictation } from '../test/dictation-fixtures.ts';
import { draftStatus, problemOf, type SaveStep } from './editor-machine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const content = (text: string): DraftContent => ({
  patientId: null,
  procedureDate: '2026-11-21',
  procedureLocation: '',
  providerId: null,
  locationId: null,
  formData: { note: text },
  editedFields: [],
  editedFrom: {},
  billingCodes: null,
  billingOption: 'standard',
  complications: '',
  createKey: 'k1',
});
const textOf = (draft: DraftToSend) => draft.content.formData['note'];
const lost = () => new ApiError(0, 'NETWORK');
const target = { draftId: 'd1', dictationId: null, templateId: 't1', templateVersion: 1, baseVersion: null };

/** An autosave with a fake server that stores drafts like the real one; `answers` come first. */
const autosaveOf = (...answers: (Error | Promise<void>)[]) => autosaveFrom(0, ...answers);

/** The same, with a draft that was loaded with this revision. */
function autosaveFrom(loaded: number, ...answers: (Error | Promise<void>)[]) {
  const sent: (DraftToSend & { readonly outlivesPage: boolean })[] = [];
  let revision = loaded;
  const autosave = createEditorStore(
    { target, revision, dictation: null, isTakingOver: false, isContinued: false, createKey: 'k1' },
    {
      sendDraft: async (draft, { outlivesPage = false }) => {
        sent.push({ ...draft, outlivesPage });
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        await answer;
        revision += 1;
        return { revision };
      },
      perform: () => Promise.reject(lost()),
      userId: 'me',
      nameOfPath: (path) => path,
    },
  );
  autosave.start();
  return { autosave, sent, phase: () => draftStatus(autosave.state.get().draft) };
}

const body = { patientId: 'p1', procedureDate: '2026-11-21' };
const step: SaveStep = { kind: 'create', request: { body, draftId: 'd1' }, key: 'k1' };

/** Begins a save of the dictation, which waits for the request in flight. */
async function beginSave({ dispatch, settled }: EditorStore) {
  dispatch({ type: 'saveStarted', action: 'draft', body });
  await settled();
}
const failSave = ({ dispatch }: EditorStore) => {
  const failure = { isLost: true, own: null, theirs: null, problem: problemOf('Failed') };
  dispatch({ type: 'saveFailed', step, failure, newKey: 'k2' });
};
const endSave = ({ dispatch }: EditorStore) => {
  const dictation = aDictation({ id: 'n1', version: 1 });
  dispatch({ type: 'saveAnswered', step, dictation, draftId: 'd2' });
};

describe('draft autosave', () => {
  it('saves within three seconds of every change, even during continuous typing', async () => {
    const { autosave, sent, phase } = autosaveOf();
    for (let at = 0; at < 30; at += 1) {
      autosave.change(content(`text ${at}`));
      await vi.advanceTimersByTimeAsync(200);
      const newestSaved = Number(
        valueText(sent.at(-1)?.content.formData['note'] ?? 'text 0', 'text').slice(5),
      );
      expect((at - newestSaved) * 200).toBeLessThanOrEqual(3000);
    }
    expect(sent.length).toBeLessThan(5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('saved');
    expect(sent.map(textOf).at(-1)).toBe('text 29');
    expect(sent.map(({ revision }) => revision)).toEqual(sent.map((_, at) => at));
  });

  it('sends one request at a time, then the newest text', async () => {
    const gate = Promise.withResolvers<void>();
    const { autosave, sent, phase } = autosaveOf(gate.promise);
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    autosave.change(content('two'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['one']);
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(textOf)).toEqual(['one', 'two']);
    expect(phase()).toBe('saved');
  });

  it('retries while offline, and immediately with the newest text when online again', async () => {
    const { autosave, sent, phase } = autosaveOf(lost(), lost(), lost());
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('retrying');
    autosave.change(content('two'));
    expect(phase()).toBe('retrying');
    await vi.advanceTimersByTimeAsync(3500);
    expect(sent).toHaveLength(3);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(textOf)).toEqual(['one', 'two', 'two', 'two']);
    expect(phase()).toBe('saved');
    autosave.stop();
  });

  it('reports a refusal and does not retry until something changes', async () => {
    const { autosave, sent, phase } = autosaveOf(new ApiError(400, 'VALIDATION'));
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent.length, phase()]).toEqual([1, 'rejected']);
    autosave.change(content('two'));
    await vi.advanceTimersByTimeAsync(3000);
    expect([sent.length, phase()]).toEqual([2, 'saved']);
  });

  it('stops on a conflict and continues from the loaded revision after taking over', async () => {
    const { autosave, sent, phase } = autosaveFrom(7, new ApiError(409, 'STALE'));
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('conflict');
    autosave.change(content('two'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    autosave.dispatch({ type: 'tookOver' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent.at(-1)).toMatchObject({ revision: 7, takeOver: true, content: content('two') });
    expect(phase()).toBe('saved');
  });

  it('pauses during a save and turns later typing into a draft of the saved dictation', async () => {
    const gate = Promise.withResolvers<void>();
    const { autosave, sent, phase } = autosaveOf(gate.promise);
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    let isPaused = false;
    const paused = beginSave(autosave).then(() => (isPaused = true));
    await vi.advanceTimersByTimeAsync(1000);
    expect(isPaused).toBe(false);
    gate.resolve();
    await paused;
    autosave.change(content('two'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toHaveLength(1);
    endSave(autosave);
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent.at(-1)).toMatchObject({
      draftId: 'd2',
      dictationId: 'n1',
      revision: 0,
      content: content('two'),
    });
    expect(phase()).toBe('saved');
  });

  it('includes pending text in the save and sends it again only if the save failed', async () => {
    const { autosave, sent, phase } = autosaveOf();
    autosave.change(content('one'));
    await beginSave(autosave);
    failSave(autosave);
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent.map(textOf)).toEqual(['one']);
    autosave.change(content('two'));
    await beginSave(autosave);
    endSave(autosave);
    await vi.advanceTimersByTimeAsync(3000);
    autosave.leave();
    expect(sent.map(textOf)).toEqual(['one']);
    expect(phase()).toBe('idle');
  });

  it('sends pending text with a request that outlives the page, and nothing without changes', async () => {
    const { autosave, sent } = autosaveOf();
    autosave.leave();
    autosave.change(content('one'));
    autosave.leave();
    autosave.flush();
    // A request in flight is canceled with the page.
    autosave.leave();
    expect(sent.map((draft) => [textOf(draft), draft.outlivesPage])).toEqual([
      ['one', true],
      ['one', false],
      ['one', true],
    ]);
  });
});

describe('the newest text wins', () => {
  it('when an earlier autosave fails', async () => {
    const gate = Promise.withResolvers<void>();
    const { autosave, sent, phase } = autosaveOf(gate.promise);
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    autosave.change(content('two'));
    gate.reject(lost());
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['one', 'two']);
    expect(phase()).toBe('saved');
  });

  it('when an earlier autosave fails during a save, once the save is done', async () => {
    const gate = Promise.withResolvers<void>();
    const { autosave, sent, phase } = autosaveOf(gate.promise);
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    autosave.change(content('two'));
    const paused = beginSave(autosave);
    gate.reject(lost());
    await paused;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.map(textOf)).toEqual(['one']);
    failSave(autosave);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['one', 'two']);
    expect(phase()).toBe('saved');
  });

  it('when text is typed during a failed save', async () => {
    const { autosave, sent } = autosaveOf();
    autosave.change(content('one'));
    await beginSave(autosave);
    autosave.change(content('two'));
    failSave(autosave);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['two']);
  });

  it('when an earlier autosave is rejected: the newer text is still sent', async () => {
    const gate = Promise.withResolvers<void>();
    const { autosave, sent, phase } = autosaveOf(gate.promise);
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    autosave.change(content('two'));
    gate.reject(new ApiError(400, 'VALIDATION'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['one', 'two']);
    expect(phase()).toBe('saved');
  });
});

/** Texts sent with requests that outlive the page. */
const sentOnLeave = (sent: readonly (DraftToSend & { readonly outlivesPage: boolean })[]) =>
  sent.filter(({ outlivesPage }) => outlivesPage).map(textOf);

describe('leaving the page sends the newest text', () => {
  it('rather than the text in flight', async () => {
    const { autosave, sent } = autosaveOf(Promise.withResolvers<void>().promise);
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    autosave.change(content('two'));
    autosave.leave();
    expect(sentOnLeave(sent)).toEqual(['two']);
  });

  it('rather than the text in flight, even during a save', async () => {
    const { autosave, sent } = autosaveOf(Promise.withResolvers<void>().promise);
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    autosave.change(content('two'));
    void beginSave(autosave);
    autosave.leave();
    expect(sentOnLeave(sent)).toEqual(['two']);
    autosave.change(content('three'));
    autosave.leave();
    expect(sentOnLeave(sent)).toEqual(['two', 'three']);
  });

  it('rather than the text that failed', async () => {
    const { autosave, sent } = autosaveOf(lost());
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    autosave.change(content('two'));
    autosave.leave();
    expect(sentOnLeave(sent)).toEqual(['two']);
  });

  it('including rejected text when there is nothing newer', async () => {
    const { autosave, sent, phase } = autosaveOf(new ApiError(400, 'VALIDATION'));
    autosave.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('rejected');
    autosave.leave();
    expect(sentOnLeave(sent)).toEqual(['one']);
  });

  it('but nothing after a conflict', async () => {
    const { autosave, sent } = autosaveOf();
    autosave.change(content('one'));
    autosave.dispatch({ type: 'editedElsewhere' });
    autosave.leave();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([]);
  });
});
