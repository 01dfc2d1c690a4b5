import { afterEach, beforeEach, expect, it } from 'vitest';
import { preventStrayFiles, strayFiles } from './stray-files.ts';

let end = () => {};
let hints = 0;
beforeEach(() => {
  hints = 0;
  const stop = preventStrayFiles(window);
  const unlisten = strayFiles.listen(() => {
    hints += 1;
  });
  end = () => {
    stop();
    unlisten();
  };
});
afterEach(() => {
  end();
  document.body.innerHTML = '';
});

/** Drags something over an element and drops it there. Returns whether the browser would open it. */
function drop(target: Element, types: readonly string[] = ['Files']): boolean {
  const send = (name: string) =>
    target.dispatchEvent(
      Object.assign(new Event(name, { bubbles: true, cancelable: true }), { dataTransfer: { types } }),
    );
  return [send('dragover'), send('drop')].includes(true);
}

const take = (event: Event) => event.preventDefault();

function element(html: string): Element {
  document.body.innerHTML = html;
  return document.body.firstElementChild ?? document.body;
}

it.each(['<p>Text</p>', '<textarea></textarea>', '<div contenteditable></div>'])(
  'a file that is dropped on %s is not opened, and a hint is shown',
  (html) => {
    expect(drop(element(html))).toBe(false);
    expect(hints).toBe(1);
  },
);

it('text can be dropped into a field', () => {
  expect(drop(element('<textarea></textarea>'), ['text/plain'])).toBe(true);
  expect(hints).toBe(0);
});

it('a file can be dropped on a file field, and where a screen takes it', () => {
  expect(drop(element('<input type="file" />'))).toBe(true);
  window.addEventListener('drop', take, { capture: true });
  drop(element('<p>Text</p>'));
  window.removeEventListener('drop', take, { capture: true });
  expect(hints).toBe(0);
});
