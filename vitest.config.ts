import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starting a database server, hashing passwords and drawing big tables take their time on two busy cores. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

/** Tests that take minutes, which only `npm run test:soak` runs. */
const SOAK = 'apps/server/{src,test}/**/*.soak.test.ts';

/** The longest files begin first: the last to begin would keep one worker busy long after the other has nothing left. */
const LONGEST = ['commands.test.ts', 'operator-errors.test.ts', 'access-matrix.test.ts'];
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
    // Only with `npm run coverage`: it takes two thirds more time.
    coverage: {
      include: ['packages/*/src/**', 'apps/*/src/**', 'scripts/**/*.mjs'],
      exclude: ['**/test/**', '**/*.test.*'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: '.cache/coverage',
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/{contract,domain,starter}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/lib/**/*.test.ts',
          ],
          environment: 'node',
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'apps/server/{src,test}/**/*.test.ts',
            'packages/demo/src/**/*.test.ts',
            'bench/profiles/**/*.test.ts',
          ],
          exclude: [SOAK],
          environment: 'node',
          globalSetup: ['apps/server/test/global-setup.ts'],
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'soak',
          include: [SOAK],
          environment: 'node',
          globalSetup: ['apps/server/test/global-setup.ts'],
          // One file at a time: they measure what a portal takes, or need it as busy as they make it. Not beside other projects.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        root: 'apps/web',
        test: {
          name: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: [join(import.meta.dirname, 'apps/web/src/lib/test/setup.ts')],
          // Loading the components anew for every file took two thirds of the time.
          isolate: false,
          ...patience,
        },
      },
    ],
  },
});
