import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FILES = '{apps,packages,e2e,bench,ops,scripts,docs}/**/*.{ts,tsx,mjs,md,sql}';
const SKIPPED = /node_modules|dist|plain-english\.test\.ts$/;

/** Phrases of a dialect that once filled the code, and numbers of outside documents. Single words are in cspell.json. */
const DIALECT =
  /\b(?:is told|unless told|any more\b(?! than)|as it comes|by itself|one[’']s own|nobody[’']s doing|note desk|spec \d|decisions? \d{1,2})\b|§\d/i;

describe('the words of the repository', () => {
  it('are plain American English, without references to documents outside the repository', () => {
    const found = globSync(FILES, { cwd: ROOT })
      .filter((file) => !SKIPPED.test(file))
      .flatMap((file) =>
        readFileSync(join(ROOT, file), 'utf8')
          .split('\n')
          .flatMap((line, at) => (DIALECT.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
      );
    expect(found).toEqual([]);
  });
});
