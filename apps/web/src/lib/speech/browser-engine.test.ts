import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserEngine, findSpeechSupport, installLanguage, recognizersOf } from './browser-engine.ts';
import { createFakeSpeech } from './test/fake-recognizer.ts';

const PHRASES = [{ phrase: 'L4-L5', boost: 4 }];

/** Starts listening; `events` has what was reported. */
function listen({ phrases = PHRASES, clock = { now: 0 } } = {}) {
  const speech = createFakeSpeech();
  const recognizers = recognizersOf(speech);
  if (recognizers === null) throw new Error('The fake browser has no recognizer');
  const events: string[] = [];
  const recognition = browserEngine(recognizers, () => clock.now).start(phrases, {
    started: () => events.push('started'),
    provisional: (text) => events.push(`provisional ${text}`),
    final: (text) => events.push(`final ${text}`),
    ended: (problem) => events.push(`ended ${problem ?? 'as asked'}`),
  });
  const newest = () => {
    const recognizer = speech.made.at(-1);
    if (recognizer === undefined) throw new Error('No recognizer was made');
    return recognizer;
  };
  return { speech, events, recognition, clock, newest };
}

describe('the recognizer of a browser', () => {
  it('only ever listens on the device', () => {
    const { speech, newest, clock } = listen();
    newest().say('left', true);
    clock.now = 60_000;
    newest().end();
    expect(speech.made.map(({ startedLocally }) => startedLocally)).toEqual([true, true]);
  });

  it('is made in one place of the source', () => {
    const folder = join(import.meta.dirname, '../..');
    const makers = globSync('**/*.{ts,tsx}', { cwd: folder })
      .filter((file) => !/test/u.test(file))
      .filter((file) =>
        /new (?:create|\w*SpeechRecognition)\b\(/u.test(readFileSync(join(folder, file), 'utf8')),
      );
    expect(makers).toEqual(['lib/speech/browser-engine.ts']);
    const [maker = ''] = makers;
    const source = readFileSync(join(folder, maker), 'utf8');
    expect(source.match(/new create\(/gu)).toHaveLength(1);
    expect(source).toMatch(/new create\(\);\n\s+recognizer\.processLocally = true;/u);
  });

  it('is not used in a browser without it, or that cannot say what it does on the device', () => {
    expect(recognizersOf({})).toBeNull();
    const speech = createFakeSpeech();
    Object.defineProperty(speech.SpeechRecognition, 'available', { value: undefined });
    expect(recognizersOf(speech)).toBeNull();
  });

  it.each([
    ['Chromium in another program', ['Chromium', 'Not=A?Brand'], false],
    ['Chromium without a window', ['HeadlessChrome', 'Not_A Brand', 'Chromium'], false],
    ['Chrome', ['Google Chrome', 'Not A;Brand', 'Chromium'], true],
    ['Edge', ['Microsoft Edge', 'Not/A)Brand', 'Chromium'], true],
  ])('is not asked for in a browser that it would end: %s', (_name, names, isAsked) => {
    const navigator = { userAgentData: { brands: names.map((brand) => ({ brand })) } };
    expect(recognizersOf({ ...createFakeSpeech(), navigator }) !== null).toBe(isAsked);
  });

  it('does not start if the browser does not accept to stay on the device', () => {
    const speech = createFakeSpeech();
    class Stubborn extends speech.SpeechRecognition {
      override get processLocally(): boolean {
        return false;
      }
      override set processLocally(_isLocal: boolean) {
        // As a browser that ignores it.
      }
    }
    const recognizers = recognizersOf({ SpeechRecognition: Stubborn });
    const ends: unknown[] = [];
    if (recognizers !== null)
      browserEngine(recognizers).start([], {
        started: () => ends.push('started'),
        provisional: () => undefined,
        final: () => undefined,
        ended: (problem) => ends.push(problem),
      });
    expect(ends).toEqual(['unavailable']);
    expect(speech.made.map(({ startedLocally }) => startedLocally)).toEqual([null]);
  });

  it('reports provisional and final words', () => {
    const { events, newest } = listen();
    newest().say('left', false);
    newest().say('left knee', true);
    newest().say('pain', false);
    expect(events).toEqual([
      'started',
      'provisional left',
      'final left knee',
      'provisional ',
      'provisional pain',
    ]);
    expect(newest()).toMatchObject({
      lang: 'en-US',
      continuous: true,
      interimResults: true,
      phrases: PHRASES,
    });
  });

  it('goes on after the pauses at which browsers end it', () => {
    const { speech, events, newest, clock, recognition } = listen();
    for (let minute = 1; minute <= 30; minute += 1) {
      clock.now = minute * 60_000;
      newest().fail('no-speech');
    }
    newest().say('still here', true);
    expect(speech.made).toHaveLength(31);
    expect(events).toContain('final still here');
    recognition.stop();
    expect(events.at(-1)).toBe('ended as asked');
    expect(speech.made).toHaveLength(31);
  });

  it('writes words once, also if the browser sends them again', () => {
    const { events, newest } = listen();
    newest().say('left', true);
    newest().repeat();
    newest().say('knee', true);
    expect(events.filter((event) => event.startsWith('final'))).toEqual(['final left', 'final knee']);
  });

  it('keeps the words that were heard last when the browser ends it in the middle of them', () => {
    const { events, newest, clock, speech } = listen();
    newest().say('left knee', false);
    clock.now = 60_000;
    newest().end();
    expect(events.slice(-3)).toEqual(['final left knee', 'provisional ', 'started']);
    expect(speech.made).toHaveLength(2);
  });

  it('ends if it ends at once again and again', () => {
    const { speech, events, newest } = listen();
    newest().end();
    newest().end();
    newest().end();
    expect(speech.made).toHaveLength(3);
    expect(events.at(-1)).toBe('ended failed');
  });

  it('goes on without phrases if the browser does not support them', () => {
    const { speech, newest } = listen();
    newest().fail('phrases-not-supported');
    expect(speech.made.map(({ phrases }) => phrases.length)).toEqual([1, 0]);
  });

  it.each([
    ['audio-capture', 'microphone'],
    ['not-allowed', 'refused'],
    ['service-not-allowed', 'unavailable'],
    ['language-not-supported', 'unavailable'],
    ['network', 'failed'],
    ['constructor', 'failed'],
  ])('ends after %s: %s', (error, problem) => {
    const { events, newest, speech } = listen();
    newest().fail(error);
    expect(events.at(-1)).toBe(`ended ${problem}`);
    expect(speech.made).toHaveLength(1);
  });
});

const supportOf = (available: () => Promise<string>) => {
  const speech = createFakeSpeech();
  const asked: object[] = [];
  speech.SpeechRecognition.available = (options) => {
    asked.push(options);
    return available();
  };
  return { asked, support: findSpeechSupport(recognizersOf(speech)) };
};

describe('speech on this device', () => {
  it.each([
    ['available', 'ready'],
    ['downloadable', 'downloadable'],
    ['downloading', 'downloadable'],
    ['unavailable', 'none'],
  ])('that is %s is %s', async (status, support) => {
    const found = supportOf(() => Promise.resolve(status));
    expect(await found.support).toBe(support);
    expect(found.asked).toEqual([{ langs: ['en-US'], processLocally: true, quality: 'dictation' }]);
  });

  it('is not there if a policy forbids it, or without recognizers', async () => {
    expect(await supportOf(() => Promise.reject(new Error('forbidden'))).support).toBe('none');
    expect(await findSpeechSupport(null)).toBe('none');
  });

  it('needs a language pack that loads or fails', async () => {
    const speech = createFakeSpeech();
    const recognizers = recognizersOf(speech);
    if (recognizers === null) throw new Error('The fake browser has no recognizer');
    expect(await installLanguage(recognizers)).toBe(true);
    speech.SpeechRecognition.install = () => Promise.reject(new Error('offline'));
    expect(await installLanguage(recognizers)).toBe(false);
  });
});
