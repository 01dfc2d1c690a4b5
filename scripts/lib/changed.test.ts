import { describe, expect, it } from 'vitest';
import { changedFiles, nearbyTests, projectsOf } from './changed.mjs';
import { LauncherError } from './paths.mjs';

const TESTS = [
  'apps/server/src/features/orders/orders.test.ts',
  'apps/server/src/features/orders/order-pdf.test.ts',
  'apps/server/src/http/log.test.ts',
  'apps/server/test/every-call.test.ts',
  'apps/web/src/features/orders/OrdersPage.test.tsx',
];

describe('what changed', () => {
  it('is tested by the tests next to it', () => {
    expect(nearbyTests(['apps/server/src/features/orders/order-repo.ts'], TESTS)).toEqual(TESTS.slice(0, 2));
    expect(nearbyTests(['apps/server/src/features/orders/order-pdf.test.ts'], TESTS)).toEqual([TESTS[1]]);
    expect(nearbyTests(['docs/architecture.md'], TESTS)).toEqual([]);
  });

  it('in the contract, by those of the features with its name', () => {
    expect(nearbyTests(['packages/contract/src/orders.ts'], TESTS)).toEqual([...TESTS.slice(0, 2), TESTS[4]]);
  });

  it('in helpers of the server’s tests, by none: they would be nearly all', () => {
    expect(nearbyTests(['apps/server/test/harness.ts'], TESTS)).toEqual([]);
  });

  it('has its types checked where it is used', () => {
    expect(projectsOf(['packages/domain/src/order.ts'])).toEqual(['.', 'apps/web', 'e2e']);
    expect(projectsOf(['apps/web/src/main.tsx'])).toEqual(['apps/web']);
    expect(projectsOf(['scripts/test.mjs', 'docs/architecture.md'])).toEqual(['scripts']);
    expect(projectsOf(['docs/architecture.md'])).toEqual([]);
  });

  it('is compared with a commit', async () => {
    expect(await changedFiles('HEAD')).toEqual(expect.any(Array));
    await expect(changedFiles('no-such-commit')).rejects.toThrow(LauncherError);
  });
});
