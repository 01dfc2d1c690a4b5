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

/** A keeper over a server that keeps drafts as the real one does; `answers` are used up first. */
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
  it('saves within three seconds of every change, also while typing continues', async () => {
    const { keeper, sent, phase } = keeperOf();
    for (let at = 0; at < 30; at += 1) {
      keeper.change(content(`text ${at}`));
      await vi.advanceTimersByTimeAsync(200);
      const newestKept = Number(String(sent.at(-1)?.content.formData['note'] ?? 'text 0').slice(5));
      expect((at - newestKept) * 200).toBeLessThanOrEqual(3000);
    }
    expect(sent.length).toBeLessThan(5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('kept');
    expect(sent.map(textOf).at(-1)).toBe('text 29');
    expect(sent.map(({ revision }) => revision)).toEqual(sent.map((_, at) => at));
  });

  it('saves once at a time, then what was typed in between', async () => {
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

  it('retries while offline and at once when online again, with the newest text', async () => {
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

  it('stops when another editor wrote, and continues from its revision after taking over', async () => {
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

  it('waits before a save, and makes later typing a draft of the saved dictation', async () => {
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

  it('includes waiting text in the save, and saves it again only if the save failed', async () => {
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

  it('sends waiting text on leaving so that it outlives the page, and nothing otherwise', async () => {
    const { keeper, sent } = keeperOf();
    keeper.leave();
    keeper.change(content('one'));
    keeper.leave();
    keeper.flush();
    // A call that is under way ends with the page.
    keeper.leave();
    expect(sent.map((draft) => [textOf(draft), draft.outlivesPage])).toEqual([
      ['one', true],
      ['one', false],
      ['one', true],
    ]);
  });
});

describe('the newest text wins', () => {
  it('when an earlier one fails: the newer one is tried again', async () => {
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

  it('when an earlier one fails after a save began: the newer one waits for how the save ends', async () => {
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

  it('what was typed while a save was refused is kept, not what the save held', async () => {
    const { keeper, sent } = keeperOf();
    keeper.change(content('one'));
    await keeper.pause();
    keeper.change(content('two'));
    keeper.resume();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent.map(textOf)).toEqual(['two']);
  });

  it('when an earlier one is refused: the newer one is tried, since it may be right', async () => {
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

/** What was sent in a way that outlives the page. */
const leftBehind = (sent: readonly (DraftToSend & { readonly outlivesPage: boolean })[]) =>
  sent.filter(({ outlivesPage }) => outlivesPage).map(textOf);

describe('leaving the page sends the newest text', () => {
  it('rather than the one that is under way', async () => {
    const { keeper, sent } = keeperOf(Promise.withResolvers<void>().promise);
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    keeper.leave();
    expect(leftBehind(sent)).toEqual(['two']);
  });

  it('rather than the one that is under way, also after a save began', async () => {
    const { keeper, sent } = keeperOf(Promise.withResolvers<void>().promise);
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    void keeper.pause();
    keeper.leave();
    expect(leftBehind(sent)).toEqual(['two']);
    keeper.change(content('three'));
    keeper.leave();
    expect(leftBehind(sent)).toEqual(['two', 'three']);
  });

  it('rather than the one that failed', async () => {
    const { keeper, sent } = keeperOf(lost());
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change(content('two'));
    keeper.leave();
    expect(leftBehind(sent)).toEqual(['two']);
  });

  it('also the one that was refused, while nothing newer is there', async () => {
    const { keeper, sent, phase } = keeperOf(new ApiError(400, 'VALIDATION'));
    keeper.change(content('one'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(phase()).toBe('refused');
    keeper.leave();
    expect(leftBehind(sent)).toEqual(['one']);
  });

  it('but nothing where another editor writes the note', async () => {
    const { keeper, sent } = keeperOf();
    keeper.change(content('one'));
    keeper.yield();
    keeper.leave();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual([]);
  });
});
