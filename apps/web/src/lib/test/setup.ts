import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine draws a screen slowly; a missing one is still missed.
configure({ asyncUtilTimeout: 5000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // Tests that need no page run without one.
  if ('localStorage' in globalThis) localStorage.clear();
});
