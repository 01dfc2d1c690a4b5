import * as imports from '@portal/contract/patient-imports';
import type { UpdateChoice } from '@portal/domain/patient-import/updates';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SignedInUser } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';
import type { CheckedRow } from '../rows/check-rows.ts';
import type { ImportRow } from '../import-repo.ts';
import { COMMAND, type Actor } from '#audit/work-entry.ts';
import { fileBytes, hashBytes } from '../read/read-text.ts';
import {
  checkSource,
  startImport,
  takeOverImport,
  unfinishedImport,
  type ImportDeps,
} from '../run-import.ts';
import { openSource } from '../read/source.ts';

/** Writes a file that is removed after the test. */
export async function writeTestFile(content: string | Buffer, name = 'patients.csv'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const RULES = { order: 'month first', today: '2026-11-23', words: {} } as const;

/** Runs a dry run and returns the rows. */
export async function check(
  deps: ImportDeps,
  content: string | Buffer,
  {
    withDuplicates = false,
    updates = null,
  }: { withDuplicates?: boolean; updates?: UpdateChoice | null } = {},
): Promise<CheckedRow[]> {
  const found: CheckedRow[] = [];
  const source = await openSource(await fileBytes(await writeTestFile(content)));
  const onRows = async (rows: readonly CheckedRow[]) => void found.push(...rows);
  await checkSource(
    deps,
    { source, rules: RULES, withDuplicates, comparesSsn: true, updates, isCanceled: () => false, onRows },
    COMMAND,
  );
  return found;
}

/** Imports a file, or continues its import. `stopAfter`: cancels after this number of batches. */
export async function importFile(
  deps: ImportDeps,
  content: string | Buffer,
  {
    stopAfter = Number.POSITIVE_INFINITY,
    failAfter = Number.POSITIVE_INFINITY,
    updates = null,
    withDuplicates = false,
    actor = COMMAND,
    afterBatch = async () => undefined,
    beforeCommit = async () => undefined,
  }: {
    stopAfter?: number;
    failAfter?: number;
    updates?: UpdateChoice | null;
    withDuplicates?: boolean;
    actor?: Actor;
    afterBatch?: () => Promise<void>;
    beforeCommit?: (rows: readonly CheckedRow[]) => Promise<void>;
  } = {},
): Promise<ImportRow> {
  const path = await writeTestFile(content);
  const openBytes = await fileBytes(path);
  const fileHash = await hashBytes(openBytes);
  const started =
    (await unfinishedImport(deps, fileHash)) ??
    (await startImport(deps, { fileName: 'patients.csv', fileHash, updates }));
  let batches = 0;
  const request = {
    source: await openSource(openBytes),
    rules: RULES,
    withDuplicates,
    comparesSsn: true,
    updates,
    isCanceled: () => batches >= stopAfter,
    beforeCommit,
    onRows: async () => {
      batches += 1;
      await afterBatch();
      if (batches >= failAfter) throw new Error('killed');
    },
  };
  return takeOverImport(deps, started, request, actor);
}

/** The columns of a file with names in two columns. */
export const COLUMNS_OF_NAMES = {
  firstName: ['First Name'],
  lastName: ['Last Name'],
  dateOfBirth: ['Date of Birth'],
  address: ['Address'],
};

/** The columns of test files, with the mapping that is guessed. */
export const HEADER = 'MRN,Last,First,DOB,Phone';
export const COLUMNS = {
  formerMrn: ['MRN'],
  lastName: ['Last'],
  firstName: ['First'],
  dateOfBirth: ['DOB'],
  phone: ['Phone'],
};

/** Names of letters only, different for each number by two letters or more. */
export const nameOf = (n: number): string =>
  Array.from(String(n), (digit) => 'abcdefghij'.charAt(Number(digit)).repeat(2)).join('');

/** A file of different patients, whose last names start with the prefix. */
export const many = (count: number, prefix: string): string =>
  [HEADER, ...Array.from({ length: count }, (_, n) => `,${prefix}${nameOf(n)},Ann,1/5/1980,`)].join('\n');

type Content = string | Buffer<ArrayBuffer>;
export const fileOf = (content: Content, name = 'patients.csv'): File => new File([content], name);

/** Imports over HTTP as an administrator. */
export class ImportDesk {
  readonly #portal: TestPortal;
  readonly #admin: SignedInUser;

  constructor(portal: TestPortal, admin: SignedInUser) {
    this.#portal = portal;
    this.#admin = admin;
  }

  upload(content: Content, name?: string) {
    return this.#portal.call(imports.patientImportUpload, { file: fileOf(content, name) }, this.#admin);
  }

  uploaded(content: Content, name?: string) {
    return this.#portal.succeed(imports.patientImportUpload, { file: fileOf(content, name) }, this.#admin);
  }

  /** The import once its work has ended. */
  async status(id: string): Promise<imports.PatientImport> {
    await this.#portal.deps.background.settled();
    const { data } = await this.#portal.succeed(imports.patientImportList, {}, this.#admin);
    const found = data.find((each) => each.id === id);
    if (found === undefined) throw new Error('the import is not listed');
    return found;
  }

  async check(
    id: string,
    change: {
      columns?: object | null;
      dateOrder?: 'day first' | 'month first';
      words?: object;
      choices?: imports.ImportDetails['choices'];
    } = {},
  ) {
    const { columns = COLUMNS, dateOrder = null, words = {}, choices = {} } = change;
    const body = { columns, dateOrder, words, choices };
    await this.#portal.succeed(imports.patientImportCheck, { params: { id }, body }, this.#admin);
    return this.status(id);
  }

  async checked(content: string, columns: object = COLUMNS) {
    const { id } = await this.uploaded(content);
    return this.check(id, { columns });
  }

  start(id: string, withDuplicates = false, updates: UpdateChoice | null = null) {
    const input = { params: { id }, body: { withDuplicates, updates } };
    return this.#portal.call(imports.patientImportStart, input, this.#admin);
  }

  undo(id: string) {
    return this.#portal.call(imports.patientImportUndo, { params: { id } }, this.#admin);
  }

  discard(id: string) {
    return this.#portal.call(imports.patientImportDiscard, { params: { id } }, this.#admin);
  }

  cancel(id: string) {
    return this.#portal.call(imports.patientImportCancel, { params: { id } }, this.#admin);
  }

  details(id: string) {
    return this.#portal.succeed(imports.patientImportDetails, { params: { id } }, this.#admin);
  }

  async countPatients(): Promise<number> {
    const { rows } = await this.#portal.owner.query<{ count: number }>('select count(*)::int from patients');
    return rows[0]?.count ?? 0;
  }
}
