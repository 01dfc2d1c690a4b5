import { IMPORT_FILE_DAYS } from '@portal/contract/patient-imports';
import { lastDayOf } from '@portal/domain/code-files/edition-days';
import { formatDateUs } from '@portal/domain/date';
import type { Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import type { Database } from '#db/schema.ts';
import { scheduleFileRemoval } from '#files/pending-files.ts';
import {
  deleteOldDrafts,
  findBusy,
  findLoadedContent,
  listLoaded,
  lockCodeFiles,
  setLoaded,
  type CodeFileRow,
  type EditionDays,
} from './code-file-repo.ts';
import { CodeFileError } from './code-file-source.ts';
import { haveCommonKeys, listLostFiles, removeRows, tableOf } from './code-row-repo.ts';

/** What a person says about an edition. It counts more than what the file says. */
export interface GivenEdition {
  readonly editionFrom?: string | undefined;
  readonly editionTo?: string | undefined;
}

/** The days of the edition cannot be used. */
export class EditionError extends CodeFileError {
  readonly field: keyof GivenEdition;
  constructor(field: keyof GivenEdition, message: string) {
    super(message);
    this.field = field;
  }
}

/** The first and the last day of an edition; null if the first one is not known. Throws EditionError. */
export function editionDays(
  { kind, edition_from: from, edition_to: to }: Pick<CodeFileRow, 'kind' | 'edition_from' | 'edition_to'>,
  { editionFrom, editionTo }: GivenEdition,
): EditionDays | null {
  const first = editionFrom ?? from;
  if (first === null) {
    if (editionTo !== undefined)
      throw new EditionError('editionFrom', 'Give the first day of the edition, too');
    return null;
  }
  const last = editionTo ?? (first === from ? to : null) ?? lastDayOf(kind, first);
  if (last < first) throw new EditionError('editionTo', 'The last day is before the first one');
  return { edition_from: first, edition_to: last };
}

/** Why a file with this content cannot be loaded once more, or null. */
export async function sameContentLoaded(db: Db, hash: Buffer): Promise<string | null> {
  const same = await findLoadedContent(db, hash);
  return same === undefined
    ? null
    : `This file is loaded already: ${same.file_name}, edition from ${formatDateUs(same.edition_from)}.`;
}

/** A loaded file of the same edition, unless both are parts of it. */
export async function findRival(db: Db, row: CodeFileRow, from: string): Promise<CodeFileRow | undefined> {
  for (const other of await listLoaded(db, row.kind))
    if (
      other.edition_from === from &&
      other.id !== row.id &&
      (row.kind !== 'ptp' || (await haveCommonKeys(db, tableOf(row.kind), row.file_no, other.file_no)))
    )
      return other;
  return undefined;
}

export const rivalText = ({ edition_from: from, file_name: name }: CodeFileRow): string =>
  `Another file of the edition from ${formatDateUs(from)} is loaded: ${name}. Undo it first.`;

/** Loads a checked file: from the commit on, its rows count. Throws CodeFileError, and EditionError without a first day. */
export async function loadChecked(
  tx: Transaction<Database>,
  row: CodeFileRow,
  given: GivenEdition,
  now: Date,
): Promise<CodeFileRow> {
  await lockCodeFiles(tx);
  const edition = editionDays(row, given);
  if (edition === null) throw new EditionError('editionFrom', 'Give the first day of the edition');
  const same = await sameContentLoaded(tx, row.file_hash);
  if (same !== null) throw new CodeFileError(same);
  const rival = await findRival(tx, row, edition.edition_from);
  if (rival !== undefined) throw new CodeFileError(rivalText(rival));
  if (row.file_key !== null) await scheduleFileRemoval(tx, [row.id]);
  return setLoaded(tx, row.id, edition, now);
}

/** Why other work has to wait. */
export function busyText({ file_name: name, task }: CodeFileRow): string {
  const work = task === 'undo' ? 'removed' : task === 'load' ? 'loaded' : 'checked';
  return `${name} is being ${work}. Try again when it is done.`;
}

/** Removes the rows of files that are not loaded, checked or worked on. */
export async function removeLostRows(db: Db, wait?: () => Promise<void>): Promise<void> {
  for (const fileNo of await listLostFiles(db)) await removeRows(db, fileNo, wait);
}

const DAY_MS = 24 * 3_600_000;

/** Removes uploaded files that were not loaded for a week, ends the work of dead processes and removes what they left behind. */
export async function removeOldCodeFiles(db: Db, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    await findBusy(tx, now);
    await scheduleFileRemoval(
      tx,
      await deleteOldDrafts(tx, new Date(now.getTime() - IMPORT_FILE_DAYS * DAY_MS)),
    );
  });
  await removeLostRows(db);
}
