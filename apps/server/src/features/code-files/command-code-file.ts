import { createHash, randomUUID } from 'node:crypto';
import { appendEntries } from '#audit/append.ts';
import { COMMAND, workEntry } from '#audit/work-entry.ts';
import { transact } from '#db/open-transaction.ts';
import type { OpenBytes } from '#features/patient-imports/index.ts';
import { contentHash } from '#files/file-storage.ts';
import { whileAlive } from '#platform/signs-of-life.ts';
import { checkCodeFile, type CheckRequest, type CodeFileDeps } from './check-code-file.ts';
import {
  beat,
  deleteDraft,
  deleteDraftsByCommand,
  findBusy,
  insertCodeFile,
  lockCodeFile,
  setRun,
  setUndone,
  type CodeFileRow,
} from './code-file-repo.ts';
import { CodeFileError, openCodeFile, type CodeFileSource } from './code-file-source.ts';
import { codeFileValues, loadFile } from './code-file-work.ts';
import {
  busyText,
  editionDays,
  removeLostRows,
  sameContentLoaded,
  type GivenEdition,
} from './load-code-file.ts';

/** A file that a command reads. */
export interface CommandFile {
  readonly fileName: string;
  readonly openBytes: OpenBytes;
  readonly source: CodeFileSource;
}

/**
 * Checks a file for a command. It must be loaded (`loadFile`) or discarded afterwards. Throws CodeFileError if it is loaded already, or while
 * another file is worked on, and RunLost when it is canceled.
 */
export async function checkByCommand(
  deps: CodeFileDeps,
  file: CommandFile,
  given: GivenEdition,
  options: Pick<CheckRequest, 'today' | 'isCanceled' | 'onRows'>,
): Promise<CodeFileRow> {
  const { db, clock } = deps;
  const row = await addDraft(deps, file, given);
  const run = { id: row.id, runId: row.run_id ?? '' };
  let isLost = false;
  const isCanceled = () => isLost || options.isCanceled();
  try {
    return await whileAlive('codeFile', async () => void (isLost ||= !(await beat(db, run, clock.now()))), {
      // Without the database, the work fails, too.
      onFailure: () => (isLost = true),
      run: () => checkCodeFile(deps, row, { ...options, source: file.source, run, isCanceled }),
    });
  } catch (error) {
    await discardDraft(deps, row.id);
    throw error;
  }
}

async function addDraft(
  { db, keys, clock }: CodeFileDeps,
  { fileName, openBytes, source: { layout } }: CommandFile,
  given: GivenEdition,
): Promise<CodeFileRow> {
  const { kind, title, edition } = layout;
  const days = editionDays({ kind, edition_from: edition.from, edition_to: edition.to }, given);
  const sha256 = createHash('sha256');
  let size = 0;
  for await (const bytes of openBytes()) {
    sha256.update(bytes);
    size += bytes.length;
  }
  const hash = contentHash(keys, sha256.digest());
  return transact(db, async (tx) => {
    const now = clock.now();
    const same = await sameContentLoaded(tx, hash);
    if (same !== null) throw new CodeFileError(same);
    const busy = await findBusy(tx, now);
    if (busy !== undefined) throw new CodeFileError(busyText(busy));
    // Of the same command, which was killed.
    await deleteDraftsByCommand(tx, hash);
    const draft = await insertCodeFile(tx, {
      kind,
      title,
      file_name: fileName.slice(-255),
      file_hash: hash,
      byte_size: String(size),
      file_key: null,
      edition_from: days?.edition_from ?? null,
      edition_to: days?.edition_to ?? null,
      uploaded_by: null,
      uploaded_at: now,
    });
    return setRun(tx, draft.id, { task: 'check', run_id: randomUUID(), active_at: now });
  });
}

/** Deletes what a check of a command has stored. */
export async function discardDraft({ db }: CodeFileDeps, id: string): Promise<void> {
  await deleteDraft(db, id);
  await removeLostRows(db);
}

/** Checks a file and loads it. Throws CodeFileError if it cannot be loaded. */
export async function loadCodeFile(
  deps: CodeFileDeps,
  { fileName, openBytes }: Omit<CommandFile, 'source'>,
  { today, ...given }: GivenEdition & { readonly today: string },
): Promise<CodeFileRow> {
  const source = await openCodeFile(openBytes);
  const file = { fileName, openBytes, source };
  const checked = await checkByCommand(deps, file, given, { today, isCanceled: () => false });
  try {
    if (checked.trouble !== null) throw new CodeFileError(checked.trouble);
    return await loadFile(deps, checked.id, {}, COMMAND);
  } catch (error) {
    await discardDraft(deps, checked.id);
    throw error;
  }
}

/** Undoes a loaded file; undefined if there is none with this id. Throws CodeFileError for another state. */
export async function undoByCommand(
  { db, keys, clock }: CodeFileDeps,
  id: string,
): Promise<CodeFileRow | undefined> {
  const undone = await transact(db, async (tx) => {
    const found = await lockCodeFile(tx, id);
    if (found === undefined) return undefined;
    if (found.state === 'Undone') throw new CodeFileError('This file was undone already.');
    if (found.state === 'Draft') throw new CodeFileError('This file is not loaded.');
    const now = clock.now();
    const row = await setUndone(tx, id, now);
    await appendEntries(tx, keys.audit, [
      workEntry(COMMAND, now, {
        action: 'Updated',
        entityType: 'CodeFile',
        entityId: id,
        oldValues: codeFileValues(found),
        newValues: codeFileValues(row),
      }),
    ]);
    return row;
  });
  if (undone !== undefined) await removeLostRows(db);
  return undone;
}
