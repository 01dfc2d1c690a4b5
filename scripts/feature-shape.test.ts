import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FEATURES = join(import.meta.dirname, '../apps/server/src/features');
const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;

/** The live feed is a hub with its own protocol, not endpoints. */
const WITHOUT_ROUTES = ['live-feed'];

const files = globSync('**/*.ts', { cwd: FEATURES }).toSorted();
const sources = files.filter((file) => !/(?:\.test|\/testing)\.ts$/.test(file));
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
