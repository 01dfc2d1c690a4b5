import { expect, type Page } from '@playwright/test';
import { practiceToday, type Practice } from './dictation-records.ts';
import { heading } from './page.ts';

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
            const result = Object.assign([{ transcript }], { isFinal });
            const results = [...this.#results, result];
            if (isFinal) this.#results = results;
            this.dispatchEvent(Object.assign(new Event('result'), { results }));
          },
        });
        Object.defineProperty(window, 'failSpeech', {
          configurable: true,
          value: (error: string) => this.fail(error),
        });
        this.dispatchEvent(new Event('start'));
      }
      stop() {
        this.dispatchEvent(new Event('end'));
      }
      fail(error: string) {
        this.dispatchEvent(Object.assign(new Event('error'), { error }));
        this.stop();
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
    // The portal asks only browsers with a maker's name: bare Chromium ends the page.
    Object.defineProperty(navigator, 'userAgentData', { value: { brands: [{ brand: 'Google Chrome' }] } });
  });

/** Says words. Those that are not final are provisional. */
export const speak = (page: Page, words: string, isFinal = true) => run(page, 'speak', words, isFinal);

/** The recognizer ends with an error of the Web Speech API, such as `not-allowed`. */
export const failSpeech = (page: Page, error: string) => run(page, 'failSpeech', error);

const run = (page: Page, name: string, ...values: readonly unknown[]) =>
  page.evaluate(
    ([work, input]) => {
      const heard: unknown = Reflect.get(window, work);
      if (typeof heard === 'function') Reflect.apply(heard, null, input);
    },
    [name, values] as const,
  );

/** Gives the page a silent microphone, or one that fails with this name. */
export const addMicrophone = (page: Page, problem: string | null = null) =>
  page.addInitScript((name) => {
    navigator.mediaDevices.getUserMedia = () =>
      name === null
        ? Promise.resolve(new AudioContext().createMediaStreamDestination().stream)
        : Promise.reject(new DOMException('No microphone', name));
  }, problem);

/** The bar that says where the portal listens. */
export const speechBar = (page: Page) => page.getByRole('region', { name: 'Speech' });

export const techniqueOf = (page: Page) => page.getByRole('textbox', { name: 'Technique' });

/** Opens the editor for a new dictation. `portalUrl` is of another portal than the worker's. */
export async function openNote(
  page: Page,
  practice: Practice,
  patientId: string,
  portalUrl = '',
): Promise<void> {
  const query = new URLSearchParams({
    template: practice.templates[0].id,
    providerId: practice.provider.user.id,
    locationId: practice.office.id,
    date: practiceToday(),
    patientId,
  });
  await page.goto(`${portalUrl}/dictations/new?${query.toString()}`);
  await expect(heading(page, 'New Dictation')).toBeVisible();
}

/** Starts in the text "Technique" with the key. */
export async function listenInTechnique(page: Page): Promise<void> {
  await techniqueOf(page).click();
  await expect(page.getByRole('button', { name: 'Speak' }).first()).toBeVisible();
  await page.keyboard.press('Alt+KeyM');
  await expect(speechBar(page)).toContainText('Listening in Technique');
}
