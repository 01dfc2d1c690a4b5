import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../apps/server/migrations');
/** A text or a quoted name, which can contain two hyphens, or a comment. */
const QUOTED_OR_COMMENT = /'(?:[^']|'')*'|"[^"]*"|(--[^\n]*)/g;

/** The statements of a migration, without comments and blank lines. */
const statementsOf = (text: string) =>
  text
    .replaceAll(QUOTED_OR_COMMENT, (found: string, comment?: string) => (comment === undefined ? found : ''))
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');

it('a migration that has landed never changes, except for its comments', async () => {
  const sums = globSync('*.sql', { cwd: FOLDER })
    .toSorted()
    .map((file) => {
      const statements = statementsOf(readFileSync(join(FOLDER, file), 'utf8'));
      return `${createHash('sha256').update(statements).digest('hex')}  ${file}\n`;
    });
  // A new migration is added by: npx vitest run --project unit scripts/migrations.test.ts --update
  await expect(sums.join('')).toMatchFileSnapshot('migrations.sha256');
});
