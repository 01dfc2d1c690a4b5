import { defineConfig } from 'vitest/config';

/** The tests of the rules. Files are isolated: a mutant of a constant only counts in a module that is loaded anew. */
export default defineConfig({
  test: { include: ['packages/domain/src/**/*.test.ts'], environment: 'node', testTimeout: 120_000 },
});
