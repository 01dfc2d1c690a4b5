import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // Tests that need no page run without one.
  if ('localStorage' in globalThis) localStorage.clear();
});
