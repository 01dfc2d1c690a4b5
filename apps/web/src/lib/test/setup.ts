import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Allow for slow rendering on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// For each role query, jsdom evaluates all styles of the page. Skip them, since no test here checks styles.
if ('document' in globalThis) {
  const insert = document.head.insertBefore.bind(document.head);
  document.head.insertBefore = (node, before) =>
    node instanceof HTMLStyleElement ? node : insert(node, before);
}

/** A browser would cut a pasted text at `maxlength`, and a number input drops what it cannot read. */
function refuseNativeLimits(): void {
  for (const field of document.querySelectorAll('[maxlength], input[type="number"]'))
    throw new Error(`A field has a native limit: ${field.outerHTML}`);
}

afterEach(() => {
  if ('document' in globalThis) refuseNativeLimits();
  cleanup();
  if ('window' in globalThis) window.dispatchEvent(new Event('afterprint'));
  vi.unstubAllGlobals();
  // Some tests run without a DOM.
  if ('localStorage' in globalThis) localStorage.clear();
});
