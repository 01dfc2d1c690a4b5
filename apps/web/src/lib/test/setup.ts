import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => {
  cleanup();
  // Tests that need no page run without one.
  if ('localStorage' in globalThis) localStorage.clear();
});
