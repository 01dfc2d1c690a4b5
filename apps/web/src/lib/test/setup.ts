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

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // Some tests run without a DOM.
  if ('localStorage' in globalThis) localStorage.clear();
});
