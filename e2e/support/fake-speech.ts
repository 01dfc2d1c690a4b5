import type { Page } from '@playwright/test';

/**
 * Gives the page a recognizer as the Web Speech API describes it, in which a test speaks: headless Chromium has none. It fails if it is
 * not told to stay on the device.
 */
export const addFakeSpeech = (page: Page) =>
  page.addInitScript(() => {
    class FakeRecognizer extends EventTarget {
      static readonly available = () => Promise.resolve('available');
      static readonly install = () => Promise.resolve(true);
      #isLocal = false;
      #results: object[] = [];
      get processLocally() {
        return this.#isLocal;
      }
      set processLocally(isLocal: boolean) {
        this.#isLocal = isLocal;
      }
      start() {
        if (!this.#isLocal) throw new Error('The recognizer may use the network');
        Object.defineProperty(window, 'speak', {
          configurable: true,
          value: (transcript: string, isFinal: boolean) => {
            const resultIndex = this.#results.length;
            const result = Object.assign([{ transcript }], { isFinal });
            const results = [...this.#results, result];
            if (isFinal) this.#results = results;
            this.dispatchEvent(Object.assign(new Event('result'), { resultIndex, results }));
          },
        });
        this.dispatchEvent(new Event('start'));
      }
      stop() {
        this.dispatchEvent(new Event('end'));
      }
      abort() {
        this.stop();
      }
    }
    class FakePhrase {
      readonly phrase: string;
      readonly boost: number;
      constructor(phrase: string, boost: number) {
        this.phrase = phrase;
        this.boost = boost;
      }
    }
    Object.defineProperties(window, {
      SpeechRecognition: { configurable: true, value: FakeRecognizer },
      SpeechRecognitionPhrase: { configurable: true, value: FakePhrase },
    });
  });

/** Says words. Those that are not final are provisional. */
export const speak = (page: Page, words: string, isFinal = true) =>
  page.evaluate(
    ([text, final]) => {
      const heard: unknown = Reflect.get(window, 'speak');
      if (typeof heard === 'function') Reflect.apply(heard, null, [text, final]);
    },
    [words, isFinal] as const,
  );

/** The end of the audio, as Vosk's server compares it. */
const END = '{"eof" : 1}';

/**
 * Gives the portal a speech server as if the practice had one, with the protocol of Vosk: it answers the first audio with provisional
 * words, and the end of the audio with final ones. The microphone is silent. Returns how many samples it got.
 */
export async function addSpeechServer(
  page: Page,
  words: string,
): Promise<{ readonly samples: () => number }> {
  let samples = 0;
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.resolve(new AudioContext().createMediaStreamDestination().stream);
  });
  await page.route(
    ({ pathname }) => pathname === '/dictations/new',
    async (route) => {
      const response = await route.fetch();
      const mark = '<meta name="speech-server" content="wss://speech.example" />';
      await route.fulfill({ response, body: (await response.text()).replace('</head>', `${mark}</head>`) });
    },
  );
  await page.routeWebSocket(/speech\.example/u, (socket) => {
    socket.onMessage((message) => {
      if (message === END) socket.send(JSON.stringify({ result: [], text: words }));
      else if (typeof message !== 'string') {
        samples += message.byteLength / 2;
        socket.send(JSON.stringify({ partial: words.slice(0, 11) }));
      }
    });
  });
  return { samples: () => samples };
}
