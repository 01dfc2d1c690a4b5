import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directPackages, monthsBetween, sbomChanges, tableOf } from './chores.mjs';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const sbom = (...keys: string[]) => ({ components: keys.map((key) => ({ purl: `pkg:npm/${key}` })) });

describe('the chores', () => {
  it('know why each package is used, and no other', () => {
    const manifests = globSync('{,packages/*/,apps/*/,e2e/,bench/,ops/ha/,scripts/stryker/}package.json', {
      cwd: ROOT,
    });
    const names = [...directPackages(manifests.map(read)).keys()];
    expect(Object.keys(read('dependencies.json'))).toEqual(names);
  });

  it('name what changed between two SBOMs', () => {
    const before = sbom('same@1.0.0', '%40x/gone@1.0.0', 'twice@1.0.0');
    const after = sbom('same@1.0.0', 'new@2.0.0', 'twice@2.0.0', 'twice@1.0.0');
    expect(sbomChanges(before, after)).toEqual([
      'removed @x/gone 1.0.0',
      'added new 2.0.0',
      'changed twice 1.0.0 → 1.0.0, 2.0.0',
    ]);
    expect(sbomChanges(after, after)).toEqual([]);
  });

  it('show a newer version only where there is one', () => {
    const row = { name: 'a', version: '1.0.0', newest: '1.0.0', months: 3, license: 'MIT', why: 'tests' };
    expect(
      tableOf([row, { ...row, newest: '2.0.0', months: null }])
        .split('\n')
        .slice(2),
    ).toEqual(['| a | 1.0.0 |  | 3 | MIT | tests |', '| a | 1.0.0 | 2.0.0 | ? | MIT | tests |']);
    expect(monthsBetween(new Date('2025-05-20'), new Date('2026-11-27'))).toBe(18);
  });
});
