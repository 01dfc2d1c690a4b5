import type { DraftContent } from '@portal/contract/dictation-drafts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import type { DraftToSend } from './draft-keeper.ts';

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
  billingCodes: null,
  billingOption: 'standard',
  complications: '',
  createKey: 'k1',
});
const textOf = (draft: DraftToSend) => draft.content.formData['note'];
const lost = () => new ApiError(0, 'NETWORK');
const target = { draftId: 'd1', dictationId: null, templateId: 't1', templateVersion: 1, baseVersion: null };

/** An autosave with a fake server that stores drafts like the real one; `answers` come first. */
function keeperOf(...answers: (Error | Promise<void>)[]) {
  const sent: (DraftToSend & { readonly outlivesPage: boolean })[] = [];
  let revision = 0;
  const keeper = createDraftKeeper({
    target,
    revision,
    send: async (draft, { outlivesPage = false }) => {
      sent.push({ ...draft, outlivesPage });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      await answer;
      revision += 1;
      return { revision };
    },
  });
  keeper.start();
  return { keeper, sent, phase: () => keeper.state.get().phase };
}

describe('draft autosave', () => {
  it('saves within three seconds of every change, even during continuous typing', async () => {
    const { keeper, sent, phase } = keeperOf();
    for (let at = 0; at < 30; at += 1) {
      keeper.change(content(`text ${at}`));
      await vi.advanceTimersByTimeAsync(200);
      const newestSaved = Number(String(sent.at(-1)?.content.formData['note'] ?? 'text 0').slice(5));
      expect((at - newestSaved) * 200).toBeLessThanOrEqual(3000);
    }
    expect(sent.length).toBeLessThan(5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('kept');
    expect(sent.map(textOf).at(-1)).toBe('text 29');
    expect(sent.map(({ revision }) => revision)).toEqual(sent.map((_, at) => at));
  });

  it('sends one request at a time, then the newest text', async () => {
    const gate = Promise.withResolvers<void>();
    const { keeper, sent, phase } = keeperOf(gate.promise);
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['one']);
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(textOf)).toEqual(['one', 'two']);
    expect(phase()).toBe('kept');
  });

  it('retries while offline, and immediately with the newest text when online again', async () => {
    const { keeper, sent, phase } = keeperOf(lost(), lost(), lost());
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('failing');
    keeper.change(content('two'));
    expect(phase()).toBe('failing');
    await vi.advanceTimersByTimeAsync(3500);
    expect(sent).toHaveLength(3);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(textOf)).toEqual(['one', 'two', 'two', 'two']);
    expect(phase()).toBe('kept');
    keeper.stop();
  });

  it('reports a refusal and does not retry until something changes', async () => {
    const { keeper, sent, phase } = keeperOf(new ApiError(400, 'VALIDATION'));
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sent.length, phase()]).toEqual([1, 'refused']);
    keeper.change(content('two'));
    await vi.advanceTimersByTimeAsync(3000);
    expect([sent.length, phase()]).toEqual([2, 'kept']);
  });

  it('stops on a conflict and continues from the other revision after taking over', async () => {
    const { keeper, sent, phase } = keeperOf(new ApiError(409, 'STALE'));
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('elsewhere');
    keeper.change(content('two'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    keeper.takeOver(7);
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent.at(-1)).toMatchObject({ revision: 7, takeOver: true, content: content('two') });
    expect(phase()).toBe('kept');
  });

  it('pauses during a save and turns later typing into a draft of the saved dictation', async () => {
    const gate = Promise.withResolvers<void>();
    const { keeper, sent, phase } = keeperOf(gate.promise);
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    let isPaused = false;
    const paused = keeper.pause().then(() => (isPaused = true));
    await vi.advanceTimersByTimeAsync(1000);
    expect(isPaused).toBe(false);
    gate.resolve();
    await paused;
    keeper.change(content('two'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toHaveLength(1);
    keeper.renew({ ...target, draftId: 'd2', dictationId: 'n1', baseVersion: 1 });
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent.at(-1)).toMatchObject({
      draftId: 'd2',
      dictationId: 'n1',
      revision: 0,
      content: content('two'),
    });
    expect(phase()).toBe('kept');
  });

  it('includes pending text in the save and sends it again only if the save failed', async () => {
    const { keeper, sent, phase } = keeperOf();
    keeper.change(content('one'));
    await keeper.pause();
    keeper.resume();
    await vi.advanceTimersByTimeAsync(3000);
    expect(sent.map(textOf)).toEqual(['one']);
    keeper.change(content('two'));
    await keeper.pause();
    keeper.renew({ ...target, draftId: 'd2', dictationId: 'n1', baseVersion: 1 });
    await vi.advanceTimersByTimeAsync(3000);
    keeper.leave();
    expect(sent.map(textOf)).toEqual(['one']);
    expect(phase()).toBe('idle');
  });

  it('sends pending text with a request that outlives the page, and nothing without changes', async () => {
    const { keeper, sent } = keeperOf();
    keeper.leave();
    keeper.change(content('one'));
    keeper.leave();
    keeper.flush();
    // A request in flight is canceled with the page.
    keeper.leave();
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
    const { keeper, sent, phase } = keeperOf(gate.promise);
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    gate.reject(lost());
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['one', 'two']);
    expect(phase()).toBe('kept');
  });

  it('when an earlier autosave fails during a save, once the save is done', async () => {
    const gate = Promise.withResolvers<void>();
    const { keeper, sent, phase } = keeperOf(gate.promise);
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    const paused = keeper.pause();
    gate.reject(lost());
    await paused;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent.map(textOf)).toEqual(['one']);
    keeper.resume();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['one', 'two']);
    expect(phase()).toBe('kept');
  });

  it('when text is typed during a failed save', async () => {
    const { keeper, sent } = keeperOf();
    keeper.change(content('one'));
    await keeper.pause();
    keeper.change(content('two'));
    keeper.resume();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['two']);
  });

  it('when an earlier autosave is rejected: the newer text is still sent', async () => {
    const gate = Promise.withResolvers<void>();
    const { keeper, sent, phase } = keeperOf(gate.promise);
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    gate.reject(new ApiError(400, 'VALIDATION'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['one', 'two']);
    expect(phase()).toBe('kept');
  });
});

/** Texts sent with requests that outlive the page. */
const sentOnLeave = (sent: readonly (DraftToSend & { readonly outlivesPage: boolean })[]) =>
  sent.filter(({ outlivesPage }) => outlivesPage).map(textOf);

describe('leaving the page sends the newest text', () => {
  it('rather than the text in flight', async () => {
    const { keeper, sent } = keeperOf(Promise.withResolvers<void>().promise);
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    keeper.leave();
    expect(sentOnLeave(sent)).toEqual(['two']);
  });

  it('rather than the text in flight, even during a save', async () => {
    const { keeper, sent } = keeperOf(Promise.withResolvers<void>().promise);
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    void keeper.pause();
    keeper.leave();
    expect(sentOnLeave(sent)).toEqual(['two']);
    keeper.change(content('three'));
    keeper.leave();
    expect(sentOnLeave(sent)).toEqual(['two', 'three']);
  });

  it('rather than the text that failed', async () => {
    const { keeper, sent } = keeperOf(lost());
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    keeper.leave();
    expect(sentOnLeave(sent)).toEqual(['two']);
  });

  it('including rejected text when there is nothing newer', async () => {
    const { keeper, sent, phase } = keeperOf(new ApiError(400, 'VALIDATION'));
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('refused');
    keeper.leave();
    expect(sentOnLeave(sent)).toEqual(['one']);
  });

  it('but nothing after a conflict', async () => {
    const { keeper, sent } = keeperOf();
    keeper.change(content('one'));
    keeper.yield();
    keeper.leave();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([]);
  });
});
