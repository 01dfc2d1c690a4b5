import type { Recognition, SpeechEngine, SpeechListener, SpeechProblem } from './engine.ts';

/** Samples per second that Vosk's models expect. */
export const SAMPLE_RATE = 16_000;
/** How long the last words may take after the end, in milliseconds. */
const LAST_WORDS_MS = 5000;
/** Ten seconds of audio that the server did not take yet: it is too slow, or the network is gone. */
const MAX_WAITING_BYTES = 10 * SAMPLE_RATE * 2;
/** The server of Vosk compares the text of this message (vosk-server, websocket/asr_server.py, commit c2e82f02, read 2026-11-28). */
const END_OF_AUDIO = '{"eof" : 1}';

/** A source of audio: 16-bit samples, mono, `SAMPLE_RATE` a second. */
export interface AudioSource {
  readonly stop: () => void;
}
export type OpenAudio = (
  onSamples: (samples: Int16Array<ArrayBuffer>) => void,
  onEnd: (problem: SpeechProblem) => void,
) => Promise<AudioSource | SpeechProblem>;

/**
 * Recognizes speech on a Vosk server in the practice's network. The server gets audio and answers each part with what it heard. Phrases are
 * not sent: a list of phrases would be the only words that Vosk recognizes.
 */
export const voskEngine = (address: string, openAudio: OpenAudio): SpeechEngine => ({
  name: 'server',
  start: (_phrases, listener) => new VoskSession(address, openAudio, listener),
});

class VoskSession implements Recognition {
  readonly #socket: WebSocket;
  readonly #listener: SpeechListener;
  #audio: AudioSource | null = null;
  #isEnded = false;
  #isStopping = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string, openAudio: OpenAudio, listener: SpeechListener) {
    this.#listener = listener;
    this.#socket = new WebSocket(address);
    this.#socket.addEventListener('open', () => void this.#opened(openAudio));
    this.#socket.addEventListener('message', ({ data }) => this.#heard(data));
    this.#socket.addEventListener('error', () => this.#end('server'));
    this.#socket.addEventListener('close', () => this.#end(this.#isStopping ? null : 'server'));
  }

  stop(): void {
    if (this.#isStopping || this.#isEnded) return;
    this.#isStopping = true;
    this.#audio?.stop();
    if (this.#socket.readyState !== WebSocket.OPEN) {
      this.#end(null);
      return;
    }
    this.#socket.send(END_OF_AUDIO);
    this.#timer = setTimeout(() => this.#end(null), LAST_WORDS_MS);
  }

  abort(): void {
    this.#end(null);
  }

  async #opened(openAudio: OpenAudio): Promise<void> {
    this.#socket.send(JSON.stringify({ config: { sample_rate: SAMPLE_RATE } }));
    const audio = await openAudio(
      (samples) => this.#send(samples),
      (problem) => this.#end(problem),
    );
    if (typeof audio === 'string') {
      this.#end(audio);
      return;
    }
    this.#audio = audio;
    if (this.#isEnded || this.#isStopping) audio.stop();
    else this.#listener.started();
  }

  #send(samples: Int16Array<ArrayBuffer>): void {
    if (this.#isStopping || this.#isEnded) return;
    if (this.#socket.bufferedAmount > MAX_WAITING_BYTES) this.#end('server');
    else this.#socket.send(samples);
  }

  #heard(data: unknown): void {
    if (this.#isEnded) return;
    const { partial, text } = answerOf(data);
    if (partial !== undefined) this.#listener.provisional(partial);
    if (text === undefined) return;
    this.#listener.provisional('');
    if (text !== '') this.#listener.final(text);
    // The answer to the end of the audio is always a text.
    if (this.#isStopping) this.#end(null);
  }

  #end(problem: SpeechProblem | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#audio?.stop();
    this.#socket.close();
    this.#listener.ended(problem);
  }
}

/** What an answer of the server says; nothing if it is none. */
function answerOf(data: unknown): { readonly partial?: string; readonly text?: string } {
  try {
    const answer: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    if (typeof answer !== 'object' || answer === null) return {};
    return {
      ...('partial' in answer && typeof answer.partial === 'string' && { partial: answer.partial }),
      ...('text' in answer && typeof answer.text === 'string' && { text: answer.text }),
    };
  } catch {
    return {};
  }
}
