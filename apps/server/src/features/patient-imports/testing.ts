import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CheckedRow } from './check-rows.ts';
import type { ImportRow } from './import-repo.ts';
import { COMMAND } from './import-audit.ts';
import { fileBytes, hashFile } from './read-text.ts';
import { checkSource, startImport, takeOverImport, unfinishedImport, type ImportDeps } from './run-import.ts';
import { openSource } from './source.ts';

/** Writes a file that is removed after the test. */
export async function writeTestFile(content: string | Buffer, name = 'patients.csv'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const RULES = { order: 'month first', today: '2026-11-23' } as const;

/** Runs a dry run and returns the rows. */
export async function check(
  deps: ImportDeps,
  content: string | Buffer,
  { withDuplicates = false } = {},
): Promise<CheckedRow[]> {
  const found: CheckedRow[] = [];
  const source = await openSource(await fileBytes(await writeTestFile(content)));
  const onRows = async (rows: readonly CheckedRow[]) => void found.push(...rows);
  await checkSource(
    deps,
    { source, rules: RULES, withDuplicates, isCancelled: () => false, onRows },
    COMMAND,
  );
  return found;
}

/** Imports a file, or continues its import. `stopAfter`: cancels after this number of batches. */
export async function importFile(
  deps: ImportDeps,
  content: string | Buffer,
  { stopAfter = Number.POSITIVE_INFINITY, failAfter = Number.POSITIVE_INFINITY } = {},
): Promise<ImportRow> {
  const path = await writeTestFile(content);
  const fileHash = await hashFile(path);
  const started =
    (await unfinishedImport(deps, fileHash)) ??
    (await startImport(deps, { fileName: 'patients.csv', fileHash }));
  let batches = 0;
  const request = {
    source: await openSource(await fileBytes(path)),
    rules: RULES,
    withDuplicates: false,
    isCancelled: () => batches >= stopAfter,
    onRows: async () => {
      batches += 1;
      if (batches >= failAfter) throw new Error('killed');
    },
  };
  return takeOverImport(deps, started, request, COMMAND);
}
