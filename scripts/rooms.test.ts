import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { root } from './lib/paths.mjs';

const DOMAIN = 'packages/domain';
const CONTRACT = 'packages/contract';
const STARTER = 'packages/starter';
const DEMO = 'packages/demo';

/** The rows of the picture in docs/architecture.md, lowest first: the names before three or more spaces and a description. A room may be in a folder of another. */
const PICTURE = /## Rooms of the server\n+```\n(.+?)\n```/s.exec(
  readFileSync(join(root, 'docs/architecture.md'), 'utf8'),
);
const SERVER_ROWS = (PICTURE?.[1] ?? '')
  .split('\n')
  .map((line) =>
    line
      .trim()
      .replace(/ {3}.*/, '')
      .split(/ +/),
  )
  .toReversed();
const SERVER_FILES = ['services.ts', 'app.ts', 'portal.ts', 'main.ts', 'main.mjs'];

/** A room may import the rooms of its own row and of the rows above it. */
const SERVER = rows(
  'apps/server/src',
  SERVER_ROWS.map((row) => (row.includes('cli') ? [...row, ...SERVER_FILES] : row)),
);
const WEB = rows('apps/web/src', [
  ['lib'],
  ['ui'],
  ['pickers', 'template-form'],
  ['features'],
  ['app', 'main.tsx', 'no-eval.ts', 'site-data.ts'],
]);

/** Who may import whom, besides itself and libraries. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  [DOMAIN]: [],
  [CONTRACT]: [DOMAIN],
  [STARTER]: [DOMAIN, CONTRACT],
  ...SERVER,
  'apps/server/src/cli': [...(SERVER['apps/server/src/cli'] ?? []), STARTER, DEMO],
  'apps/server/test': [...Object.keys(SERVER), DOMAIN, CONTRACT, STARTER, DEMO],
  [DEMO]: [...(SERVER['apps/server/src/features'] ?? []), 'apps/server/src/cli', DOMAIN, CONTRACT, STARTER],
  ...WEB,
  'apps/web/vite.config.ts': [],
  e2e: [DOMAIN, CONTRACT, 'apps/server/test', 'apps/web/src/features'],
  bench: [...Object.keys(SERVER), 'apps/server/test', DOMAIN, CONTRACT, STARTER, DEMO],
  'ops/ha': [...Object.keys(SERVER), DOMAIN, CONTRACT, 'bench'],
  scripts: [CONTRACT],
};

/** Tests of the server and the demo start all of it. */
const FREE_TESTS = /^(?:apps\/server|packages\/demo)\/.*(?:\/test\/|\.test\.ts$)/;
/** Tests of `lib` show what they test on a page. */
const TESTS_ON_A_PAGE = /^apps\/web\/src\/lib\/(?:test\/|.*\.test\.tsx?$)/;

function rows(folder: string, names: readonly (readonly string[])[]): Record<string, string[]> {
  const paths = names.map((row) => row.map((name) => `${folder}/${name}`));
  return Object.fromEntries(
    paths.flatMap((row, at) =>
      row.map((room) => [room, [DOMAIN, CONTRACT, ...paths.slice(0, at + 1).flat()]] as const),
    ),
  );
}

/** The room of a file: the longest one that contains it. */
function roomOf(file: string): string | undefined {
  return Object.keys(ROOMS)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

function mayImport(from: string, to: string): boolean {
  if (FREE_TESTS.test(from)) return !to.startsWith('apps/web/');
  const [here, there] = [roomOf(from), roomOf(to)];
  if (here === undefined || there === undefined) return false;
  if (TESTS_ON_A_PAGE.test(from) && there === 'apps/web/src/ui') return true;
  return here === there ? isOpen(from, to) : ROOMS[here]?.includes(there) === true && isOpen(from, to);
}

/** Features of the server are imported through their `index.ts` (the app also binds their routes), those of the web only by the app. */
function isOpen(from: string, to: string): boolean {
  const [, app, feature, file] = /^apps\/(server|web)\/src\/features\/([^/]+)\/(.+)$/.exec(to) ?? [];
  if (app === undefined || from.startsWith(`apps/${app}/src/features/${feature}/`)) return true;
  if (app === 'web') return !from.startsWith('apps/web/src/features/');
  return file === 'index.ts' || (file === 'routes.ts' && from === 'apps/server/src/app.ts');
}

interface SourceFile {
  readonly path: string;
  /** What its import and export statements name, types included. */
  readonly imports: readonly string[];
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  return {
    path,
    imports: [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
      ...dynamicImports.flatMap(
        ({ moduleRequest: { start, end } }) => text.slice(start, end).match(/(?<=^['"]).+(?=['"]$)/) ?? [],
      ),
    ],
  };
}

const sources = globSync('{apps,packages,e2e,bench,ops,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|data|stryker)(?:\/|$)/.test(path),
}).map(readSource);

/** All imports of our own code, as paths from the root. */
const ours = sources.flatMap(({ path, imports }) => {
  const { resolve } = createRequire(join(root, path));
  return imports
    .filter((name) => /^(?:\.|#|@portal\/)/.test(name))
    .map((name) => relative(root, resolve(name.replace(/\?.*/, ''))))
    .filter((target) => /\.(?:ts|tsx|mjs)$/.test(target))
    .map((target) => ({ from: path, to: target }));
});

/** Leaves the files that import each other in a circle, and those between two circles. */
function circles(imports: readonly { from: string; to: string }[]): string[] {
  const importing = new Set(imports.map(({ from }) => from));
  const imported = new Set(imports.map(({ to }) => to));
  const left = imports.filter(({ from, to }) => imported.has(from) && importing.has(to));
  if (left.length < imports.length) return circles(left);
  return [...importing].toSorted();
}

const featureOf = (path: string) => /^apps\/server\/src\/features\/[^/]+/.exec(path)?.[0] ?? '';

describe('the rooms of the code', () => {
  it('of the server are those of the picture', () => {
    const folders = globSync('apps/server/src/*/', { cwd: root }).map((path) => basename(path));
    const rooms = SERVER_ROWS.flat();
    const inner = rooms.filter(
      (name) => name.includes('/') && existsSync(join(root, 'apps/server/src', name)),
    );
    expect(rooms.toSorted()).toEqual([...folders, ...inner].toSorted());
  });

  it('contain every file', () => {
    expect(sources.length).toBeGreaterThan(2000);
    expect(sources.map(({ path }) => path).filter((path) => roomOf(path) === undefined)).toEqual([]);
    expect(Object.keys(ROOMS).filter((room) => !sources.some(({ path }) => roomOf(path) === room))).toEqual(
      [],
    );
  });

  it('import only what they may', () => {
    const refused = ours.filter(({ from, to }) => !mayImport(from, to));
    expect(refused.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it.each([
    ['apps/server/src/pdf/printable.ts', 'apps/server/src/http/security-headers.ts'],
    ['apps/server/src/features/orders/order-repo.ts', 'apps/server/src/features/patients/patient-repo.ts'],
    ['apps/server/src/features/orders/index.ts', 'apps/server/src/services.ts'],
    ['apps/web/src/features/orders/OrdersPage.tsx', 'apps/web/src/features/patients/PatientsPage.tsx'],
    ['apps/web/src/features/orders/OrdersPage.test.tsx', 'apps/web/src/app/Root.tsx'],
    ['apps/web/src/lib/portal.ts', 'apps/web/src/ui/ConfirmDialog.tsx'],
    ['apps/web/src/main.tsx', 'apps/server/src/db/database.ts'],
    ['packages/domain/src/clock.ts', 'packages/contract/src/index.ts'],
    ['packages/demo/src/load.ts', 'apps/server/src/portal.ts'],
    ['packages/demo/src/load.ts', 'apps/server/src/features/patients/patient-repo.ts'],
  ])('refuse that %s imports %s', (from, to) => {
    expect(mayImport(from, to)).toBe(false);
  });

  it('have no circle of files, not even one with import()', () => {
    expect(circles(ours)).toEqual([]);
  });

  it('have no circle of features', () => {
    const imports = ours
      .filter(({ from }) => !FREE_TESTS.test(from))
      .map(({ from, to }) => ({ from: featureOf(from), to: featureOf(to) }));
    expect(imports.length).toBeGreaterThan(1000);
    expect(circles(imports.filter(({ from, to }) => from !== to && from !== '' && to !== ''))).toEqual([]);
  });
});

const isTest = (path: string) =>
  /\.test\.tsx?$|\/test\/|^(?!(?:apps|packages)\/[^/]+\/src\/)|^packages\/demo\//.test(path);

it('keeps what only tests use in folders named test', () => {
  // Vite puts it into the bundle.
  const used = new Set(['apps/web/src/lib/code/load-files.ts']);
  for (const { from, to } of ours) if (!isTest(from)) used.add(to);
  const left = ours.map(({ to }) => to).filter((path) => !isTest(path) && !used.has(path));
  expect([...new Set(left)]).toEqual([]);
});

it('imports components of Material UI in one statement', () => {
  const single = sources.filter(({ imports }) => imports.some((name) => /^@mui\/material\/[A-Z]/.test(name)));
  expect(single.map(({ path }) => path)).toEqual([]);
});
