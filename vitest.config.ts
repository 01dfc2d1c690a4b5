import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starting a database server, hashing passwords and drawing big tables take their time on two busy cores. */
const patience = { testTimeout: 30_000, hookTimeout: 60_000 };

/** The longest files begin first: the last to begin would keep one worker busy long after the other has nothing left. */
const LONGEST = [
  'accessibility.test.ts',
  'crashes.test.ts',
  'files-in-a-process.test.ts',
  'access-matrix.test.ts',
];
const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name));
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest's of that name, which makes a new list
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // By default one core would be left idle, half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['apps/server/test/global-setup.ts'],
          ...patience,
        },
      },
      {
        root: 'apps/web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['src/lib/test/setup.ts'],
          // Loading the components anew for every file took two thirds of the time.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/run/global-setup.ts'],
          environment: 'node',
          // They share one portal and come after all others. While one file's browser waits for it, others' work: with as many
          // workers as cores, a third of the time nothing would be done.
          sequence: { groupOrder: 1 },
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // One race must not refuse a good change; `npm test` lists what passed only on its retry.
          retry: 1,
          // What a page shows follows what was done a moment later, and the machine may be busy: `await expect.poll(() => read).toBe(…)`.
          expect: { poll: { timeout: 15_000, interval: 50 } },
        },
      },
    ],
  },
});
