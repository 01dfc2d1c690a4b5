import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/paths.mjs';

const FEATURES = join(root, 'apps/server/src/features');
const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;

/** Backups are shown by the system status; the live feed is a hub with its own protocol. */
const WITHOUT_ROUTES = ['backups', 'live-feed'];

const files = globSync('**/*.ts', { cwd: FEATURES }).toSorted();
const sources = files.filter((file) => !/\.test\.ts$|\/test\//.test(file));
const features = [...new Set(files.map((file) => file.split('/')[0] ?? ''))];

describe('a feature of the server', () => {
  it('has SQL only in its repos', () => {
    const found = sources.filter(
      (file) => !file.endsWith('-repo.ts') && SQL.test(readFileSync(join(FEATURES, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('binds its endpoints in routes.ts', () => {
    const found = features.filter((feature) => !existsSync(join(FEATURES, feature, 'routes.ts')));
    expect(found).toEqual(WITHOUT_ROUTES);
  });

  it('has every file name once', () => {
    const names = files.map((file) => `${file.split('/')[0]}: ${basename(file)}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

it('a folder of a feature has at most 32 files', () => {
  const folders = globSync('apps/{server,web}/src/features/**/*.*', { cwd: root }).map((file) =>
    dirname(file),
  );
  const counts = Map.groupBy(folders, (folder) => folder);
  expect(counts.size).toBeGreaterThan(50);
  const large = [...counts].filter(([, inside]) => inside.length > 32);
  expect(large.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
});
