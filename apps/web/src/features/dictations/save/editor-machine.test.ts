import type { DraftContent } from '@portal/contract/dictation-drafts';
import type { Dictation } from '@portal/contract/dictations';
import { describe, expect, it } from 'vitest';
import { aDictation, aDraft } from '../test/dictation-fixtures.ts';
import {
  unsentContent,
  draftStatus,
  initialState,
  mayHaveDraft,
  nextState,
  nextStep,
  sendDelay,
  type EditorEvent,
  type EditorProblem,
  type EditorState,
  type SaveRequest,
  type SaveStep,
} from './editor-machine.ts';

const opened = initialState({
  dictation: null,
  target: { draftId: 'd1', dictationId: null, templateId: 't1', templateVersion: 1, baseVersion: null },
  revision: 0,
  isTakingOver: false,
  isContinued: false,
  createKey: 'k1',
});
const problem: EditorProblem = { message: 'Failed', hint: null, details: [], requestId: null, at: null };
const stored = aDictation({ id: 'n1', version: 4 });

const ONE: DraftContent = aDraft({ content: { complications: 'one' } }).content;
const TWO: DraftContent = aDraft({ content: { complications: 'two' } }).content;
const typed = (content: DraftContent, at = 0): EditorEvent => ({ type: 'changed', content, at });
const send: EditorEvent = { type: 'sendStarted' };
const sent: EditorEvent = { type: 'sent', revision: 1, at: 900 };
const failed: EditorEvent = { type: 'sendFailed' };
const rejected: EditorEvent = { type: 'sendRejected', message: 'Too long' };
const elsewhere: EditorEvent = { type: 'editedElsewhere' };
const request: SaveRequest = { body: { patientId: 'p1', procedureDate: '2026-11-21' }, draftId: 'd1' };
const create: SaveStep = { kind: 'create', request, key: 'k1' };
const save: EditorEvent = { type: 'saveStarted', action: 'draft', body: request.body };
const saved: EditorEvent = { type: 'saveAnswered', step: create, dictation: stored, draftId: 'd2' };
const notSaved = (theirs: Dictation | null, step: SaveStep = create): EditorEvent => ({
  type: 'saveFailed',
  step,
  failure: { isLost: false, own: null, theirs, problem },
  newKey: 'k2',
});

/** The state after these events. */
const after = (...events: readonly EditorEvent[]): EditorState => events.reduce(nextState, opened);
/** The phase of the draft, and the content it still has to send. */
const draftOf = ({ draft }: EditorState) => [
  draft.phase,
  'unsent' in draft ? draft.unsent?.content.complications : null,
];

describe('a keystroke', () => {
  it('is sent after 0.8 s without another one, and at most 2 s after the first', () => {
    expect(sendDelay(opened, 0)).toBeNull();
    expect(sendDelay(after(typed(ONE)), 0)).toBe(800);
    expect(sendDelay(after(typed(ONE), typed(TWO, 1500)), 1500)).toBe(500);
    expect(sendDelay(after(typed(ONE), typed(TWO, 2500)), 2500)).toBe(0);
  });

  it('during a request is sent at most 2 s after the first one, too', () => {
    const typing = [typed(TWO, 1000), typed(ONE, 1700), typed(TWO, 2400)];
    expect(sendDelay(after(typed(ONE), send, ...typing, { ...sent, at: 2400 }), 2400)).toBe(600);
  });

  it('is saved when nothing newer was typed, else the newer text is sent next', () => {
    expect(after(typed(ONE), send, sent)).toMatchObject({
      revision: 1,
      draft: { phase: 'saved', at: 900 },
    });
    expect(draftOf(after(typed(ONE), send, typed(TWO, 850), sent))).toEqual(['waiting', 'two']);
  });

  it('makes rejected text worth another attempt', () => {
    const state = after(typed(ONE), send, rejected);
    expect([draftOf(state), sendDelay(state, 0)]).toEqual([['rejected', 'one'], null]);
    expect(draftOf(nextState(state, typed(TWO)))).toEqual(['waiting', 'two']);
  });
});

describe('a failed request', () => {
  it('is retried after 1, 2, 4, 8, and then every 10 s', () => {
    let state = after(typed(ONE));
    const delays = Array.from({ length: 6 }, () => {
      state = [send, failed].reduce(nextState, state);
      return sendDelay(state, 0);
    });
    expect(delays).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
    expect(sendDelay(nextState(state, { type: 'cameOnline' }), 0)).toBe(1000);
  });

  it('is shown until a retry succeeds', () => {
    const retried = after(typed(ONE), send, failed, typed(TWO), send);
    expect(draftStatus(retried.draft)).toBe('retrying');
    expect(draftStatus(nextState(retried, sent).draft)).toBe('saved');
  });

  it('may have created a draft', () => {
    expect(mayHaveDraft(after(typed(ONE)))).toBe(false);
    expect(mayHaveDraft(after(typed(ONE), send))).toBe(true);
    expect(mayHaveDraft(after(typed(ONE), send, failed))).toBe(true);
  });
});

describe('another editor', () => {
  it('stops autosave, even if a request in flight succeeds', () => {
    const state = after(typed(ONE), send, elsewhere, sent);
    expect([state.draft.phase, state.revision, unsentContent(state)]).toEqual(['conflict', 1, null]);
  });

  it('is replaced after taking over, once', () => {
    const state = after(typed(ONE), elsewhere, { type: 'tookOver' });
    expect([draftOf(state), state.isTakingOver]).toEqual([['waiting', 'one'], true]);
    expect([send, sent].reduce(nextState, state).isTakingOver).toBe(false);
  });
});

describe('a save of the dictation', () => {
  it('pauses autosave and includes the text typed before it', () => {
    const state = after(typed(ONE), save);
    expect(sendDelay(state, 5000)).toBeNull();
    expect(nextState(state, saved)).toMatchObject({
      dictation: stored,
      target: { draftId: 'd2', dictationId: 'n1', baseVersion: 4 },
      revision: 0,
      draft: { phase: 'idle' },
      save: { phase: 'editing' },
    });
  });

  it('turns text typed during it into a draft of the saved dictation', () => {
    expect(draftOf(after(typed(ONE), save, typed(TWO), saved))).toEqual(['waiting', 'two']);
  });

  it('sends nothing typed during it when another editor took the dictation', () => {
    expect(draftOf(after(typed(ONE), save, typed(TWO), elsewhere, saved))).toEqual(['conflict', 'two']);
    expect(draftOf(after(typed(ONE), save, elsewhere, saved))).toEqual(['idle', null]);
  });

  it('leaves the draft to autosave when it fails', () => {
    const state = after(typed(ONE), save, notSaved(null));
    expect([draftOf(state), sendDelay(state, 0), state.problem]).toEqual([['waiting', 'one'], 800, problem]);
    expect(nextState(state, save).problem).toBeNull();
  });

  it('continues from their version after a conflict that keeps mine', () => {
    const conflict = after(typed(ONE), save, notSaved(stored));
    expect(conflict.save).toEqual({ phase: 'conflict', theirs: stored });
    const kept = nextState(conflict, { type: 'keptMine' });
    expect([kept.dictation, kept.save.phase, draftOf(kept)]).toEqual([stored, 'editing', ['waiting', 'one']]);
    expect(kept.target.baseVersion).toBe(stored.version);
  });

  it('can be done although signing failed', () => {
    const signing = after({ ...save, action: 'sign' }, saved);
    expect(nextStep(signing)).toEqual({ kind: 'sign', id: 'n1', version: 4 });
    const state = nextState(signing, notSaved(null, { kind: 'sign', id: 'n1', version: 4 }));
    expect([state.dictation, state.problem]).toEqual([stored, problem]);
  });
});

describe('discarding', () => {
  it('sends nothing from then on', () => {
    const state = after(typed(ONE), { type: 'discarded' }, typed(TWO), elsewhere);
    expect([state.draft.phase, sendDelay(state, 0), unsentContent(state)]).toEqual(['discarded', null, null]);
  });

  it('continues with text typed while the draft could not be discarded', () => {
    const discard: EditorEvent[] = [typed(ONE), { type: 'discarded' }, typed(TWO, 500)];
    expect(sendDelay(after(...discard), 500)).toBeNull();
    expect(unsentContent(after(...discard))).toBeNull();
    expect(draftOf(after(...discard, { type: 'discardFailed' }))).toEqual(['waiting', 'two']);
  });

  it('leaves the conflict with another editor in place when it fails', () => {
    expect(draftOf(after(typed(ONE), elsewhere, { type: 'discarded' }, { type: 'discardFailed' }))).toEqual([
      'conflict',
      'one',
    ]);
  });

  it('continues with the text when the server could not discard the draft', () => {
    expect(draftOf(after(typed(ONE), { type: 'discarded' }, { type: 'discardFailed' }))).toEqual([
      'waiting',
      'one',
    ]);
  });
});

describe('leaving the page', () => {
  it.each([
    ['waiting', [typed(ONE)], ONE],
    ['in flight', [typed(ONE), send], ONE],
    ['newer than the text in flight', [typed(ONE), send, typed(TWO)], TWO],
    ['rejected', [typed(ONE), send, rejected], ONE],
    ['part of a save', [typed(ONE), save], ONE],
    ['saved', [typed(ONE), send, sent], null],
  ] as const)('sends text that is %s only if the server may not have it', (_name, events, content) => {
    expect(unsentContent(after(...events))).toBe(content);
  });
});
