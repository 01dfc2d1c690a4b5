import {
  codeFileCancel,
  codeFileDiscard,
  codeFileGet,
  codeFileList,
  codeFileLoad,
  codeFileUndo,
  codeFileUpload,
} from '@portal/contract/code-files';
import { adoptFile, scheduleFileRemoval } from '#files/pending-files.ts';
import { readUpload } from '#features/patient-imports/index.ts';
import { operation, uploadOperation, type Operation } from '#http/operation.ts';
import { conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import {
  deleteDraft,
  findBusy,
  findCodeFile,
  findDifferences,
  insertCodeFile,
  isActive,
  listCodeFiles,
  lockCodeFile,
  releaseRun,
  setEdition,
  setUndone,
  type CodeFileRow,
} from './code-file-repo.ts';
import { CodeFileError, openCodeFile } from './code-file-source.ts';
import { notesOf, presentCodeFile, presentCodeFiles } from './code-file-view.ts';
import { codeFileValues, startsWork, type StartWork, type WorkNeeds } from './code-file-work.ts';
import {
  busyText,
  editionDays,
  EditionError,
  loadChecked,
  removeLostRows,
  sameContentLoaded,
} from './load-code-file.ts';

const NEVER = new AbortController().signal;

/** Answers in words what cannot be done. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EditionError) throw fieldError(error.field, error.message);
    throw error instanceof CodeFileError ? conflict(error.message) : error;
  }
}

/** Throws CONFLICT while a file is worked on. */
async function requireTurn({ now }: SignedInContext, tx: Tx): Promise<void> {
  const busy = await findBusy(tx.db, now);
  if (busy !== undefined) throw conflict(busyText(busy));
}

/** Locks a file. Throws NOT_FOUND. */
async function lock(tx: Tx, id: string): Promise<CodeFileRow> {
  const row = await lockCodeFile(tx.db, id);
  if (row === undefined) throw notFound('Code file not found');
  return row;
}

/** Locks a file that no process is working on. Throws NOT_FOUND and CONFLICT. */
async function lockIdle({ now }: SignedInContext, tx: Tx, id: string): Promise<CodeFileRow> {
  const row = await lock(tx, id);
  if (isActive(row, now)) throw conflict(busyText(row));
  return row;
}

/**
 * Adds an uploaded file as a draft and checks it after the response. Throws VALIDATION if it is no file that the portal reads, and CONFLICT
 * if it is loaded already or while a file is worked on.
 */
const upload = (startWork: StartWork) =>
  uploadOperation(codeFileUpload, readUpload, (context, { body, file }) =>
    inWords(async () => {
      const { files } = context.deps;
      const { layout } = await openCodeFile(() => files.stream(file.id, file.wrappedKey, NEVER)).catch(
        (error: unknown) => {
          throw error instanceof CodeFileError ? fieldError('file', error.message) : error;
        },
      );
      const { kind, title, edition } = layout;
      const days = editionDays({ kind, edition_from: edition.from, edition_to: edition.to }, body);
      return inTransaction(context, async (tx) => {
        const same = await sameContentLoaded(tx.db, file.contentHash);
        if (same !== null) throw conflict(same);
        await requireTurn(context, tx);
        const draft = await insertCodeFile(tx.db, {
          id: file.id,
          kind,
          title,
          file_name: file.fileName,
          file_hash: file.contentHash,
          byte_size: String(file.size),
          file_key: file.wrappedKey,
          edition_from: days?.edition_from ?? null,
          edition_to: days?.edition_to ?? null,
          uploaded_by: context.user.id,
          uploaded_at: context.now,
        });
        await adoptFile(tx.db, file.id);
        tx.audit({
          action: 'Created',
          entityType: 'CodeFile',
          entityId: file.id,
          newValues: { ...codeFileValues(draft), fileSizeBytes: file.size },
        });
        const row = await startWork(context, tx, draft, body.dryRun === 'true' ? 'check' : 'load');
        return presentCodeFile(context, tx.db, row);
      });
    }),
  );

const UNDONE = 'This file was undone. Choose it again to load it once more.';
const BY_COMMAND = 'This file was read by a command. Run the same command again.';

/**
 * Loads a checked file; another one is checked again first, after the response. Throws NOT_FOUND, CONFLICT, and VALIDATION without a first
 * day.
 */
const load = (startWork: StartWork) =>
  operation(codeFileLoad, (context, { params: { id }, body }) =>
    inWords(() =>
      inTransaction(context, async (tx) => {
        const found = await lockIdle(context, tx, id);
        if (found.state === 'Loaded') throw conflict('This file is loaded already.');
        if (found.state === 'Undone') throw conflict(UNDONE);
        const isChecked = found.checked_at !== null;
        if (!isChecked && found.file_key === null) throw conflict(BY_COMMAND);
        const row = isChecked ? await loadChecked(tx.db, found, body, context.now) : await checkAgain(found);
        tx.audit({
          action: 'Updated',
          entityType: 'CodeFile',
          entityId: id,
          newValues: { ...codeFileValues(row), ...(isChecked ? {} : { task: 'load' }) },
        });
        return presentCodeFile(context, tx.db, row);

        async function checkAgain(draft: CodeFileRow): Promise<CodeFileRow> {
          await requireTurn(context, tx);
          const edition = editionDays(draft, body);
          if (edition === null) throw new EditionError('editionFrom', 'Give the first day of the edition');
          await setEdition(tx.db, id, edition);
          return startWork(context, tx, draft, 'load');
        }
      }),
    ),
  );

/** From the response on, a loaded file no longer counts. Its rows are removed afterwards. Throws NOT_FOUND and CONFLICT. */
const undo = (startWork: StartWork) =>
  operation(codeFileUndo, (context, { params: { id } }) =>
    inTransaction(context, async (tx) => {
      const found = await lockIdle(context, tx, id);
      if (found.state !== 'Loaded')
        throw conflict(
          found.state === 'Draft' ? 'This file is not loaded.' : 'This file was undone already.',
        );
      const undone = await setUndone(tx.db, id, context.now);
      tx.audit({
        action: 'Updated',
        entityType: 'CodeFile',
        entityId: id,
        oldValues: codeFileValues(found),
        newValues: codeFileValues(undone),
      });
      return presentCodeFile(context, tx.db, await startWork(context, tx, undone, 'undo'));
    }),
  );

/** Deletes a file that is not loaded. Its rows are removed after the response. Throws NOT_FOUND and CONFLICT. */
const discard = ({ background, log }: WorkNeeds) =>
  operation(codeFileDiscard, (context, { params: { id } }) =>
    inTransaction(context, async (tx) => {
      const row = await lockIdle(context, tx, id);
      if (row.state !== 'Draft') throw conflict('This file was loaded. It can only be undone.');
      await deleteDraft(tx.db, id);
      if (row.file_key !== null) await scheduleFileRemoval(tx.db, [id]);
      tx.audit({
        action: 'Deleted',
        entityType: 'CodeFile',
        entityId: id,
        oldValues: codeFileValues(row),
      });
      tx.afterCommit(
        () =>
          void background.start((closing) =>
            removeLostRows(context.deps.db, async () => closing.throwIfAborted()).catch((error: unknown) =>
              log.warn({ err: error }, 'rows of a code file could not be removed'),
            ),
          ),
      );
      return undefined;
    }),
  );

/** The operations that go on after their response. */
export function codeFileOperations(needs: WorkNeeds): Operation[] {
  const startWork = startsWork(needs);
  return [upload(startWork), load(startWork), undo(startWork), discard(needs)];
}

/** Stops checking or loading a file. Throws NOT_FOUND, and CONFLICT if nothing is running. */
export const cancelCodeFile = operation(codeFileCancel, (context, { params: { id } }) =>
  inTransaction(context, async (tx) => {
    const found = await lock(tx, id);
    if (!isActive(found, context.now)) throw conflict('No work on this file is running.');
    if (found.task === 'undo') throw conflict('Undoing a file cannot be canceled.');
    const row = await releaseRun(tx.db, id, null);
    if (row === undefined) throw notFound('Code file not found');
    tx.audit({
      action: 'Updated',
      entityType: 'CodeFile',
      entityId: id,
      newValues: { ...codeFileValues(row), canceled: found.task },
    });
    return presentCodeFile(context, tx.db, row);
  }),
);

/** Lists the newest files. */
export const getCodeFiles = operation(codeFileList, async (context) => {
  const { db } = context.deps;
  return { data: await presentCodeFiles(context, db, await listCodeFiles(db)) };
});

/** Returns a file with what its check found. Throws NOT_FOUND. */
export const getCodeFile = operation(codeFileGet, async (context, { params: { id } }) => {
  const { db } = context.deps;
  const row = await findCodeFile(db, id);
  if (row === undefined) throw notFound('Code file not found');
  return {
    ...(await presentCodeFile(context, db, row)),
    differences: await findDifferences(db, id),
    notes: await notesOf(db, row),
    problems: row.problems?.first ?? [],
  };
});
