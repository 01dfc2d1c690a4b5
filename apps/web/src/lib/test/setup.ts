import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine draws a screen slowly; a missing one is still missed.
configure({ asyncUtilTimeout: 5000 });

// jsdom goes through every style of the page for each element that is looked for by its role. No test here looks at styles.
if ('document' in globalThis) {
  const insert = document.head.insertBefore.bind(document.head);
  document.head.insertBefore = (node, before) =>
    node instanceof HTMLStyleElement ? node : insert(node, before);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // Tests that need no page run without one.
  if ('localStorage' in globalThis) localStorage.clear();
});
