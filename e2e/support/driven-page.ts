import { expect } from '@playwright/test';
import type { DrivenBrowser, InputStep } from './driven-browser.ts';

/** What people name on a screen: a control or heading by the text that it is read out with. */
export type Part = 'button' | 'link' | 'textbox' | 'tab' | 'heading';

/** A point on the screen, in CSS px. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** A page of the portal in a driven browser. It waits for what it acts on. */
export interface DrivenPage {
  readonly go: (path: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly click: (part: Part, name: string) => Promise<void>;
  /** Clicks a text field and types. */
  readonly type: (name: string, text: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly sees: (part: Part, name: string) => Promise<void>;
  /** Waits for a text anywhere on the screen. */
  readonly reads: (text: string | RegExp) => Promise<void>;
  readonly hasValue: (name: string, value: string) => Promise<void>;
  /** Waits until a picture in the document viewer has dark points on white. */
  readonly seesDrawing: () => Promise<void>;
}

/** The page of a driven browser, at the portal’s address. */
export function drivenPage(browser: DrivenBrowser, portalUrl: string): DrivenPage {
  const call = async <Args extends readonly string[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> => {
    const list = args.map((arg) => JSON.stringify(arg)).join(', ');
    return JSON.parse(await browser.evaluate(`JSON.stringify((${inPage.toString()})(${list}))`));
  };
  const sees = async (part: Part, name: string) => {
    await expect.poll(() => call(placeOf, part, name), `${part} "${name}"`).not.toBeNull();
  };
  // A part that moves between looking and clicking is missed, so the click is repeated.
  const click = async (part: Part, name: string) => {
    const hit = async () => {
      const place = await call(placeOf, part, name);
      if (place === null) return 'not there';
      const actions = [
        { type: 'pointerMove', ...place },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ] as const;
      await browser.act([{ type: 'pointer', id: 'mouse', actions }]);
      return call(() => document.documentElement.dataset['hit'] ?? 'missed');
    };
    await expect.poll(hit, `${part} "${name}"`).toBe('true');
  };
  const strike = (keys: Iterable<string>) => {
    const actions = Array.from(keys, (value): readonly InputStep[] => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return browser.act([{ type: 'key', id: 'keyboard', actions: actions.flat() }]);
  };
  return {
    go: (path) => browser.open(portalUrl + path),
    reload: browser.reload,
    click,
    type: async (name, text) => {
      await click('textbox', name);
      await strike(text);
    },
    press: (key) => strike([key]),
    sees,
    reads: async (text) => {
      await expect.poll(() => call(() => document.body.innerText)).toMatch(text);
    },
    hasValue: async (name, value) => {
      await expect.poll(() => call(valueOf, name)).toBe(value);
    },
    seesDrawing: async () => {
      await expect.poll(() => call(drawnPoints)).toBeGreaterThan(0);
    },
  };
}

/**
 * The middle of a visible, enabled part that nothing covers, or of a heading; null if there is none. Notes whether the
 * next click hits it. Runs in the page.
 */
function placeOf(part: Part, name: string): Place | null {
  const selectors = {
    button: 'button',
    link: 'a[href]',
    textbox: 'input, textarea',
    tab: '[role="tab"]',
    heading: 'h1, h2',
  };
  for (const element of document.querySelectorAll<HTMLElement>(selectors[part])) {
    const label = document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
    const text = element.getAttribute('aria-label') ?? (label ?? element).textContent;
    if (text.replace(/[\s\u2009]*\*$/, '').trim() !== name) continue;
    if (element.matches(':disabled') || !element.checkVisibility()) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    // The middle of a link on two lines can be beside it.
    const [line] = element.getClientRects();
    if (line === undefined) continue;
    const { left, top, width, height } = line;
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    // A heading that the top bar repeats is for screen readers only.
    if (part === 'heading') return { x, y };
    delete document.documentElement.dataset['hit'];
    const hit = document.elementFromPoint(x, y);
    if (!element.contains(hit)) continue;
    const note = ({ target }: Event) => {
      document.documentElement.dataset['hit'] = String(target instanceof Node && element.contains(target));
    };
    document.addEventListener('click', note, { capture: true, once: true });
    return { x, y };
  }
  return null;
}

/** The text in a field, by its label. Runs in the page. */
function valueOf(name: string): string | null {
  const field = [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'),
  ].find(({ labels }) => labels?.[0]?.textContent.replace(/[\s\u2009]*\*$/, '').trim() === name);
  return field?.value ?? null;
}

/** The dark points of the largest picture in the document viewer. Runs in the page. */
function drawnPoints(): number {
  const canvas = document.querySelector<HTMLCanvasElement>('[aria-label="Document content"] canvas');
  if (canvas === null || canvas.width === 0) return 0;
  const points = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let dark = 0;
  for (let at = 0; at < points.length; at += 4)
    if ((points[at] ?? 255) < 128 && (points[at + 3] ?? 0) > 128) dark += 1;
  return dark;
}
