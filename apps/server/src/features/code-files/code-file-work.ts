import { randomUUID } from 'node:crypto';
import { todayIn } from '@portal/domain/date';
import type { FastifyBaseLogger } from 'fastify';
import { appendEntries } from '#audit/append.ts';
import { workEntry, type Actor } from '#audit/work-entry.ts';
import { transact } from '#db/open-transaction.ts';
import type { BackgroundWork } from '#platform/background-work.ts';
import { whileAlive } from '#platform/signs-of-life.ts';
import { actorOf } from '#request/audit-entry.ts';
import type { Deps, SignedInContext } from '#request/context.ts';
import type { Tx } from '#request/transaction.ts';
import { checkCodeFile, type CodeFileDeps } from './check-code-file.ts';
import {
  beat,
  lockCodeFile,
  releaseRun,
  setRun,
  type CodeFileRow,
  type FileRun,
  type Task,
} from './code-file-repo.ts';
import { CodeFileError, openCodeFile, RunLost } from './code-file-source.ts';
import { loadChecked, removeLostRows, type GivenEdition } from './load-code-file.ts';

const UNEXPECTED = 'It stopped because of an unexpected problem. Try again.';
const NEVER = new AbortController().signal;

/** What goes on after the response. */
export interface WorkNeeds {
  readonly background: BackgroundWork;
  readonly log: FastifyBaseLogger;
}
interface ActorRun extends FileRun {
  readonly actor: Actor;
}
type WorkDeps = Deps & Pick<WorkNeeds, 'log'>;

/** Begins work on a file, in the transaction of a request, and goes on after its commit. */
export type StartWork = (
  context: SignedInContext,
  tx: Tx,
  row: CodeFileRow,
  task: Task,
) => Promise<CodeFileRow>;

export const startsWork =
  ({ background, log }: WorkNeeds): StartWork =>
  async (context, tx, { id }, task) => {
    const run = { id, runId: randomUUID(), actor: actorOf(context) };
    const row = await setRun(tx.db, id, { task, run_id: run.runId, active_at: context.now });
    const deps = { ...context.deps, log };
    tx.afterCommit(() => void background.start((closing) => work(deps, row, run, closing)));
    return row;
  };

async function work(deps: WorkDeps, row: CodeFileRow, run: ActorRun, closing: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  let isLost = false;
  const save = async () => void (isLost ||= !(await beat(db, run, clock.now())));
  try {
    await whileAlive('codeFile', save, {
      onFailure: (error) => log.warn({ err: error }, 'the heartbeat of a code file could not be saved'),
      run: () => doTask(deps, row, run, () => isLost || closing.aborted),
    });
  } catch (error) {
    await fail(deps, run, error, closing).catch((failure: unknown) =>
      log.warn({ err: failure }, 'the failure of a code file could not be saved'),
    );
  }
  // Maintenance removes what is left if this fails.
  if (!closing.aborted)
    await removeLostRows(db, async () => closing.throwIfAborted()).catch((error: unknown) =>
      log.warn({ err: error }, 'rows of a code file could not be removed'),
    );
}

async function doTask(deps: Deps, row: CodeFileRow, run: ActorRun, isCanceled: () => boolean): Promise<void> {
  const { db, files, clock, config } = deps;
  if (row.task === 'undo') {
    await removeLostRows(db, async () => {
      if (isCanceled()) throw new RunLost();
    });
    await releaseRun(db, run.id, run.runId);
    return;
  }
  const { file_key: key } = row;
  if (key === null) throw new CodeFileError('The file is no longer stored in the portal. Choose it again.');
  const source = await openCodeFile(() => files.stream(row.id, key, NEVER));
  const today = todayIn(config.practice.timeZone, clock.now());
  const checked = await checkCodeFile(deps, row, { source, run, today, isCanceled });
  if (row.task !== 'load' || checked.trouble !== null || checked.edition_from === null) return;
  try {
    await loadFile(deps, row.id, {}, run.actor);
  } catch (error) {
    if (!(error instanceof CodeFileError)) throw error;
    // The check has ended the run.
    await releaseRun(db, row.id, null, error.message);
  }
}

/** Loads a checked file in a transaction of its own. Throws CodeFileError. */
export function loadFile(
  { db, keys, clock }: CodeFileDeps,
  id: string,
  given: GivenEdition,
  actor: Actor,
): Promise<CodeFileRow> {
  return transact(db, async (tx) => {
    const now = clock.now();
    const found = await lockCodeFile(tx, id);
    if (found?.state !== 'Draft' || found.checked_at === null) throw new RunLost();
    const row = await loadChecked(tx, found, given, now);
    await appendEntries(tx, keys.audit, [
      workEntry(actor, now, {
        // Of a command, only what counts is recorded.
        action: row.uploaded_by === null ? 'Created' : 'Updated',
        entityType: 'CodeFile',
        entityId: id,
        newValues: codeFileValues(row),
      }),
    ]);
    return row;
  });
}

/** Describes a file in the audit log. */
export const codeFileValues = (row: CodeFileRow) => ({
  fileName: row.file_name,
  kind: row.kind,
  state: row.state,
  editionFrom: row.edition_from,
  editionTo: row.edition_to,
  ...(row.row_count === null ? {} : { rows: row.row_count }),
});

/** Ends the work with the reason for the user, unless it was canceled. */
async function fail(
  { db, log }: WorkDeps,
  run: FileRun,
  error: unknown,
  closing: AbortSignal,
): Promise<void> {
  const isStopped = error instanceof RunLost || closing.aborted;
  const isKnown = error instanceof CodeFileError;
  const trouble = isStopped ? null : isKnown ? error.message : UNEXPECTED;
  await releaseRun(db, run.id, run.runId, trouble);
  if (!isStopped && !isKnown)
    log.error({ err: error, codeFileId: run.id }, 'work on a code file stopped unexpectedly');
}
