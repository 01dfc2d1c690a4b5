import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SpeechProblem } from './engine.ts';
import { voskEngine, type OpenAudio } from './vosk-engine.ts';

/** The server of Vosk at the other end of a socket: it answers each part of the audio, and the end with the last words. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static newest: FakeSocket | null = null;
  readonly address: string;
  readyState = 0;
  bufferedAmount = 0;
  sent: unknown[] = [];
  isClosed = false;

  constructor(address: string) {
    super();
    this.address = address;
    FakeSocket.newest = this;
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  send(data: unknown): void {
    this.sent.push(data);
  }
  answer(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }));
  }
  close(): void {
    this.isClosed = true;
  }
}

const SAMPLES = new Int16Array(3200);

function listen(audio: SpeechProblem | 'works' = 'works') {
  const events: string[] = [];
  const microphone = { isOn: false, say: () => undefined as void, unplug: () => undefined as void };
  const openAudio: OpenAudio = (onSamples, onEnd) => {
    if (audio !== 'works') return Promise.resolve(audio);
    microphone.isOn = true;
    microphone.say = () => onSamples(SAMPLES);
    microphone.unplug = () => onEnd('microphone');
    return Promise.resolve({
      stop: () => {
        microphone.isOn = false;
      },
    });
  };
  const recognition = voskEngine('wss://speech.example', openAudio).start([{ phrase: 'L4-L5', boost: 4 }], {
    started: () => events.push('started'),
    provisional: (text) => events.push(`provisional ${text}`),
    final: (text) => events.push(`final ${text}`),
    ended: (problem) => events.push(`ended ${problem ?? 'as asked'}`),
  });
  const socket = FakeSocket.newest;
  if (socket === null) throw new Error('No socket was opened');
  return { events, microphone, recognition, socket };
}

describe('the speech server of the practice', () => {
  beforeEach(() => {
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('gets the audio, and answers with provisional and final words', async () => {
    const { events, microphone, recognition, socket } = listen();
    socket.open();
    await vi.waitFor(() => expect(events).toEqual(['started']));
    microphone.say();
    socket.answer({ partial: 'left' });
    socket.answer({ result: [], text: 'left knee' });
    socket.answer({ partial: '' });
    recognition.stop();
    // Phrases would be the only words that it recognizes.
    expect(socket.sent).toEqual(['{"config":{"sample_rate":16000}}', SAMPLES, '{"eof" : 1}']);
    expect(microphone.isOn).toBe(false);
    socket.answer({ text: 'pain' });
    expect(events.slice(1)).toEqual([
      'provisional left',
      'provisional ',
      'final left knee',
      'provisional ',
      'provisional ',
      'final pain',
      'ended as asked',
    ]);
    expect(socket.isClosed).toBe(true);
  });

  it('is not waited for longer than some seconds after the end', async () => {
    const { events, recognition, socket } = listen();
    socket.open();
    await vi.waitFor(() => expect(events).toEqual(['started']));
    recognition.stop();
    vi.advanceTimersByTime(5000);
    expect(events.at(-1)).toBe('ended as asked');
  });

  it.each(['refused', 'microphone'] as const)('gets no audio if the microphone is %s', async (problem) => {
    const { events, socket } = listen(problem);
    socket.open();
    await vi.waitFor(() => expect(events).toEqual([`ended ${problem}`]));
    expect(socket.isClosed).toBe(true);
  });

  it.each<[string, (parts: ReturnType<typeof listen>) => void, string]>([
    ['is gone', ({ socket }) => socket.dispatchEvent(new Event('close')), 'server'],
    ['fails', ({ socket }) => socket.dispatchEvent(new Event('error')), 'server'],
    ['no longer gets audio', ({ microphone }) => microphone.unplug(), 'microphone'],
    [
      'takes no more audio',
      ({ socket, microphone }) => {
        socket.bufferedAmount = 400_000;
        microphone.say();
      },
      'server',
    ],
  ])('ends once when it %s', async (_title, happen, problem) => {
    const parts = listen();
    parts.socket.open();
    await vi.waitFor(() => expect(parts.events).toEqual(['started']));
    happen(parts);
    parts.socket.answer({ text: 'too late' });
    parts.socket.dispatchEvent(new Event('close'));
    expect(parts.events).toEqual(['started', `ended ${problem}`]);
    expect(parts.microphone.isOn).toBe(false);
  });

  it('may answer anything', async () => {
    const { events, socket } = listen();
    socket.open();
    await vi.waitFor(() => expect(events).toEqual(['started']));
    for (const answer of [null, 7, [], { partial: 3 }, { text: null }]) socket.answer(answer);
    socket.dispatchEvent(new MessageEvent('message', { data: 'no JSON' }));
    expect(events).toEqual(['started']);
  });
});
