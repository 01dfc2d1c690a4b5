import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directPackages, monthsBetween, namedLicenses, sbomChanges, tableOf } from './chores.mjs';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

describe('the chores', () => {
  it('know why each package is used, and no other', () => {
    const manifests = globSync('{,packages/*/,apps/*/,e2e/,bench/,ops/ha/,scripts/stryker/}package.json', {
      cwd: ROOT,
    });
    const names = [...directPackages(manifests.map(read)).keys()];
    expect(Object.keys(read('dependencies.json'))).toEqual(names);
  });

  it('name licenses that are not permissive', () => {
    const packages = {
      '': { license: 'Apache-2.0' },
      'node_modules/a': { license: 'MIT' },
      'node_modules/b': { license: '(MIT OR GPL-3.0-or-later)' },
      'node_modules/c': { license: 'MIT AND OFL-1.1' },
      'node_modules/a/node_modules/@x/d': { license: 'MPL-2.0', dev: true },
      'node_modules/e': {},
      'node_modules/@portal/f': { link: true },
    };
    expect(Object.fromEntries(namedLicenses({ packages }))).toEqual({
      'MIT AND OFL-1.1': ['c'],
      'MPL-2.0': ['@x/d (development)'],
      'none named': ['e'],
    });
  });

  it('name what changed between two SBOMs', () => {
    const before = {
      components: [
        { name: 'same', version: '1.0.0' },
        { group: '@x', name: 'gone', version: '1.0.0' },
        { name: 'twice', version: '1.0.0' },
      ],
    };
    const after = {
      components: [
        { name: 'same', version: '1.0.0' },
        { name: 'new', version: '2.0.0' },
        { name: 'twice', version: '1.0.0' },
        { name: 'twice', version: '2.0.0' },
      ],
    };
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
