import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** A file up to this length moves to its only user next door, unless both together would be longer than one reading. */
const SMALL = 40;
const ONE_READING = 160;

/** Their parts are files, one for each area, operation, subject or public name. */
const LISTS = ['areas.ts', 'index.ts', 'load.ts', 'portal-metrics.ts', 'routes.ts'];
const ALLOWED: Readonly<Record<string, string>> = {
  'packages/domain/src/printable-ranges.ts': 'generated',
};

const files = globSync(['{apps,packages}/*/{src,test}/**/*.{ts,tsx}', '{bench,e2e,ops,scripts}/**/*.ts'], {
  cwd: ROOT,
  exclude: (name) => basename(name) === 'node_modules',
});
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));

const length = (file: string) => texts.get(file)?.trimEnd().split('\n').length ?? 0;
const isTest = (file: string) => /\.test\.tsx?$|^(?!(apps|packages)\/[^/]+\/src\/)|\/test\//.test(file);

/** The file that an import of `file` names; undefined for a library. */
function target(file: string, name: string): string | undefined {
  const [, place = '', path = ''] = /^(#|\.|@portal\/[^/]+\/)(.*)$/.exec(name) ?? [];
  if (place === '.') return join(dirname(file), name);
  const root = place === '#' ? file.split('/').slice(0, 2).join('/') : place.replace('@portal/', 'packages/');
  const paths = [`${root}/src/${path}`, `${root}src/${path}.ts`, `${root}src/core/${path}.ts`];
  return paths.find((each) => texts.has(each));
}

/** Static imports bind names of a file that can move; side effects and files to load later stay where they are. */
const BINDS = /^(?:import|export)\s[^'"]*?\bfrom '([^']+)'/gm;
const LOADS = /\b(?:import\(\s*|new URL\(|^import )'([^']+)'/gm;
const named = (pattern: RegExp, file: string, text: string) =>
  [...text.matchAll(pattern)].flatMap(([, name = '']) => target(file, name) ?? []);

it('no small file has its only user next door, unless a test reads it', () => {
  const users = new Map<string, string[]>();
  const stay = new Set(Object.keys(ALLOWED));
  for (const [file, text] of texts) {
    for (const used of named(LOADS, file, text)) stay.add(used);
    for (const used of named(BINDS, file, text)) {
      if (isTest(file)) stay.add(used);
      else users.set(used, [...(users.get(used) ?? []), file]);
    }
  }
  const crumbs = [...users].flatMap(([file, [user = '', ...others]]) => {
    const isNextDoor = others.length === 0 && dirname(user) === dirname(file);
    if (!isNextDoor || stay.has(file) || LISTS.includes(basename(user))) return [];
    if (length(file) > SMALL || length(file) + length(user) > ONE_READING) return [];
    const isOnlyPlaceForSql = file.endsWith('-repo.ts') && !user.endsWith('-repo.ts');
    // Tests check form by form that input is kept.
    const isForm = texts.get(file)?.includes('useAppForm(') === true;
    return isOnlyPlaceForSql || isForm ? [] : [`${file}, used by ${basename(user)}`];
  });
  expect(users.size).toBeGreaterThan(1000);
  expect(crumbs.toSorted()).toEqual([]);
});
