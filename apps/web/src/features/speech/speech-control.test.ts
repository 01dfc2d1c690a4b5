import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SPEECH_PROBLEMS, type SpeechEngine, type SpeechListener } from '#lib/speech/engine.ts';
import type { WritingField } from '#ui/form/writing-field.ts';
import { SILENCE_MS, SpeechControl, type Locks } from './speech-control.ts';

/** A control, and an engine in which the test speaks. */
function setUp(locks?: Locks) {
  const control = new SpeechControl(locks);
  const used: string[] = [];
  control.connect({ saveDraft: () => false, onUsed: (engine) => void used.push(engine) });
  const listeners: SpeechListener[] = [];
  const calls: string[] = [];
  const engine: SpeechEngine = {
    name: 'browser',
    start: (_phrases, listener) => {
      listeners.push(listener);
      listener.started();
      return { stop: () => calls.push('stop'), abort: () => calls.push('abort') };
    },
  };
  const field: WritingField = {
    element: document.createElement('textarea'),
    label: 'Note',
    lengthProblem: () => null,
    placeValue: () => null,
  };
  const start = () => control.start({ engine, field, phrases: [] });
  return { control, used, calls, start, newest: () => listeners.at(-1), listeners };
}

describe('the control of listening', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('starts once, and says who used which engine', async () => {
    const { control, used, start, listeners } = setUp();
    await start();
    await start();
    // An engine that goes on after a pause starts again.
    listeners[0]?.started();
    expect([listeners.length, used, control.get().phase]).toEqual([1, ['browser'], 'listening']);
  });

  it('stops after two minutes without a word, however long somebody speaks before', async () => {
    const { control, calls, start, newest } = setUp();
    await start();
    for (let second = 0; second < 1800; second += 60) {
      vi.advanceTimersByTime(60_000);
      newest()?.provisional('left');
    }
    expect(control.get().phase).toBe('listening');
    vi.advanceTimersByTime(SILENCE_MS);
    expect(calls).toEqual(['stop']);
    newest()?.ended(null);
    expect(control.get()).toMatchObject({ phase: 'idle', notice: SPEECH_PROBLEMS.silence });
  });

  it('listens in one tab at a time', async () => {
    const taken: Locks = { request: (_name, _options, work) => work(null) };
    const { control, start, listeners } = setUp(taken);
    await start();
    expect(listeners).toEqual([]);
    expect(control.get()).toMatchObject({ phase: 'idle', notice: SPEECH_PROBLEMS.otherTab });
  });

  it('frees the microphone for other tabs when it ends', async () => {
    const held: Promise<void>[] = [];
    const free: Locks = {
      request: (name, _options, work) => {
        const running = work({ name });
        held.push(running);
        return running;
      },
    };
    const { start, newest } = setUp(free);
    await start();
    newest()?.ended(null);
    await expect(Promise.all(held)).resolves.toEqual([undefined]);
  });

  it('does not wait for the last words forever', async () => {
    const { control, calls, start } = setUp();
    await start();
    control.stop();
    vi.advanceTimersByTime(10_000);
    expect(calls).toEqual(['stop', 'abort']);
    expect(control.get()).toMatchObject({ phase: 'idle', notice: null });
  });

  it('hears nothing after it was aborted', async () => {
    const { control, calls, start, newest } = setUp();
    await start();
    const late = newest();
    control.abort();
    late?.final('left');
    late?.ended('failed');
    expect(calls).toEqual(['abort']);
    expect(control.get()).toMatchObject({ phase: 'idle', notice: null, leftOver: '' });
  });

  it('keeps the words for a field that is no longer there, and stops', async () => {
    const { control, calls, start, newest } = setUp();
    await start();
    newest()?.final('left');
    newest()?.final('knee');
    expect(calls).toEqual(['stop']);
    newest()?.ended(null);
    expect(control.get()).toMatchObject({ leftOver: 'left knee', notice: SPEECH_PROBLEMS.gone });
    control.close();
    expect(control.get()).toMatchObject({ leftOver: '', notice: null });
  });
});
