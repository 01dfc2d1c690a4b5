import { describe, expect, it } from 'vitest';
import type { WritingField } from '#ui/form/writing-field.ts';
import { IDLE, nextSpeechState, type SpeechEvent, type SpeechState } from './speech-machine.ts';

const fieldOf = (label: string): WritingField => ({
  element: document.createElement('textarea'),
  label,
  lengthProblem: () => null,
  placeValue: () => null,
});
const [NOTE, PLAN] = [fieldOf('Note'), fieldOf('Plan')];

const after = (...events: readonly SpeechEvent[]): SpeechState =>
  events.reduce<SpeechState>((state, event) => nextSpeechState(state, event), IDLE);

const LISTENING: readonly SpeechEvent[] = [{ type: 'start', field: NOTE }, { type: 'started' }];

describe('listening', () => {
  it('starts, listens, stops and ends', () => {
    expect(after({ type: 'start', field: NOTE })).toMatchObject({ phase: 'starting', field: NOTE });
    expect(after(...LISTENING)).toMatchObject({ phase: 'listening' });
    expect(after(...LISTENING, { type: 'stop' })).toMatchObject({ phase: 'stopping' });
    expect(after(...LISTENING, { type: 'stop' }, { type: 'ended', notice: null })).toMatchObject({
      phase: 'idle',
      notice: null,
    });
  });

  it('starts once', () => {
    expect(after(...LISTENING, { type: 'start', field: PLAN })).toMatchObject({ field: NOTE });
  });

  it('keeps words that were begun in one field out of the next', () => {
    const moved = after(
      ...LISTENING,
      { type: 'heard', provisional: 'left' },
      { type: 'focused', field: PLAN },
    );
    expect(moved).toMatchObject({ field: NOTE, nextField: PLAN });
    expect(nextSpeechState(moved, { type: 'placed' })).toMatchObject({ field: PLAN, nextField: null });
    expect(after(...LISTENING, { type: 'focused', field: PLAN })).toMatchObject({ field: PLAN });
  });

  it('does not move while the last words are awaited', () => {
    expect(after(...LISTENING, { type: 'stop' }, { type: 'focused', field: PLAN })).toMatchObject({
      field: NOTE,
    });
  });

  it('keeps words that could not be written until they are closed', () => {
    const ended = after(
      ...LISTENING,
      { type: 'leftOver', words: 'left', notice: 'Too long' },
      { type: 'leftOver', words: 'knee', notice: 'Too long' },
      { type: 'ended', notice: null },
    );
    expect(ended).toMatchObject({ phase: 'idle', leftOver: 'left knee', notice: 'Too long' });
    expect(nextSpeechState(ended, { type: 'closed' })).toEqual(IDLE);
  });

  it('keeps words that never became final', () => {
    const ended = after(
      ...LISTENING,
      { type: 'heard', provisional: 'left knee' },
      { type: 'ended', notice: null },
    );
    expect(ended).toMatchObject({ phase: 'idle', leftOver: 'left knee' });
  });

  it('marks the amounts of one text', () => {
    const [note, plan] = [NOTE, PLAN].map(({ element }) => element);
    const spoken = (element: WritingField['element'] | undefined, amount: string): SpeechEvent => ({
      type: 'amounts',
      element: element ?? NOTE.element,
      amounts: [amount],
    });
    const both = after(...LISTENING, spoken(note, '15 mg'), spoken(note, '50 mg'));
    expect(both.spoken).toEqual({ element: note, amounts: ['15 mg', '50 mg'] });
    expect(nextSpeechState(both, spoken(plan, '2 mL')).spoken).toEqual({ element: plan, amounts: ['2 mL'] });
    expect(nextSpeechState(both, { type: 'ended', notice: null }).spoken).toEqual(both.spoken);
    expect(nextSpeechState(both, { type: 'left' }).spoken).toBeNull();
  });

  it('hears nothing after the end', () => {
    const ended = after(...LISTENING, { type: 'ended', notice: 'Gone' });
    expect(nextSpeechState(ended, { type: 'heard', provisional: 'left' })).toBe(ended);
    expect(nextSpeechState(ended, { type: 'started' })).toBe(ended);
    expect(nextSpeechState(ended, { type: 'stop' })).toBe(ended);
  });
});
