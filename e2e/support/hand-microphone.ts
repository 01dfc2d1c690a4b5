import type { Locator, Page } from '@playwright/test';
import { paste } from './paste.ts';

/** How programs of hand microphones, and keyboards that listen, write at the caret of the field that has the focus. */
export const WAYS = {
  /** Keys faster than anybody types them: none waits for what the one before does. */
  keys: async (page, text) => {
    const session = await page.context().newCDPSession(page);
    await Promise.all(
      [...text].flatMap((key) => [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
      ]),
    );
    await session.detach();
  },
  inserted: (page, text) => page.keyboard.insertText(text),
  pasted: (page, text, field) => paste(page, field, text),
  /** As an input method does: the words change until they are final. */
  composed: async (page, text) => {
    const session = await page.context().newCDPSession(page);
    const end = Math.floor(text.length / 2);
    for (const words of [text.slice(0, end), text])
      await session.send('Input.imeSetComposition', {
        text: words,
        selectionStart: words.length,
        selectionEnd: words.length,
      });
    await session.send('Input.insertText', { text });
    await session.detach();
  },
  /** As an extension of the browser does. */
  scripted: (_page, text, field) =>
    field.evaluate((element, words) => {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return;
      element.setRangeText(words, element.selectionStart ?? 0, element.selectionEnd ?? 0, 'end');
      element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: words }));
    }, text),
} as const satisfies Record<string, (page: Page, text: string, field: Locator) => Promise<void>>;

export type Way = keyof typeof WAYS;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record
export const WAY_NAMES = Object.keys(WAYS) as Way[];

/** The 200 words of a burst, each of which says where it belongs: "c0 c1 … c199 ". */
export const burst = (number: number): string =>
  Array.from({ length: 200 }, (_word, at) => `${String.fromCodePoint(97 + number)}${at} `).join('');
