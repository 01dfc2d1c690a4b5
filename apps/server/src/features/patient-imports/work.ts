import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { todayIn } from '@portal/domain/date';
import { asksBlankStatus } from '@portal/domain/patient-import/words';
import { violatedConstraint } from '#db/database-errors.ts';
import { actorOf } from '#request/audit-entry.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import type { BackgroundWork } from '#platform/background-work.ts';
import { whileAlive } from '#platform/signs-of-life.ts';
import { conflict, notFound } from '#platform/app-error.ts';
import type { Deps, SignedInContext } from '#request/context.ts';
import { surveySource } from './rows/check-rows.ts';
import { checkUpload } from './read/check-upload.ts';
import { ImportError, RunLost } from './import-error.ts';
import { setSurvey } from './findings-repo.ts';
import { beat, lockImport, releaseRun, setRun, type ImportRow, type Task } from './import-repo.ts';
import { isActive } from './import-view.ts';
import { runImport, type Run } from './run-import.ts';
import { openStored } from './read/stored-source.ts';
import { undoImport, usedText } from './undo-import.ts';

const UNEXPECTED = 'It stopped because of an unexpected problem. Try again.';
const BUSY: Readonly<Record<Task, string>> = {
  check: 'This file is being checked.',
  import: 'This import is running.',
  undo: 'This import is being undone.',
};

/** Locks an import that no process is working on. Throws NOT_FOUND or CONFLICT. */
export async function lockIdle(context: SignedInContext, tx: Tx, id: string): Promise<ImportRow> {
  const row = await lockImport(tx.db, id);
  if (row === undefined) throw notFound('Import not found');
  if (row.task !== null && isActive(row, context.now)) throw conflict(BUSY[row.task]);
  return row;
}

/**
 * Begins work on an import and goes on after the response. `prepare` runs in the transaction that begins it. Throws NOT_FOUND, and
 * CONFLICT if there is work already.
 */
export type BeginWork = (
  context: SignedInContext,
  id: string,
  task: Task,
  prepare: (tx: Tx, row: ImportRow) => Promise<Record<string, unknown>>,
) => Promise<ImportRow>;

/** What goes on after the response. */
export interface WorkNeeds {
  readonly background: BackgroundWork;
  readonly log: FastifyBaseLogger;
}

export const workWith =
  ({ background, log }: WorkNeeds): BeginWork =>
  async (context, id, task, prepare) => {
    const { now } = context;
    const deps = { ...context.deps, log };
    const runId = randomUUID();
    const row = await inTransaction(context, async (tx) => {
      const newValues = await prepare(tx, await lockIdle(context, tx, id));
      tx.audit({
        action: 'Updated',
        entityType: 'PatientImport',
        entityId: id,
        newValues: { task, ...newValues },
      });
      return setRun(tx.db, id, { task, run_id: runId, active_at: now });
    });
    void background.start((closing) => work(deps, row, { id, runId, actor: actorOf(context) }, closing));
    return row;
  };

type WorkDeps = Deps & Pick<WorkNeeds, 'log'>;

async function work(deps: WorkDeps, row: ImportRow, run: Run, closing: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  let isLost = false;
  const save = async () => void (isLost ||= !(await beat(db, run.id, run.runId, clock.now())));
  try {
    await whileAlive('patientImport', save, {
      onFailure: (error) => log.warn({ err: error }, 'the heartbeat of an import could not be saved'),
      run: () => doTask(deps, row, run, () => isLost || closing.aborted),
    });
  } catch (error) {
    await fail(deps, run, error, closing).catch((failure: unknown) =>
      log.warn({ err: failure }, 'the failure of an import could not be saved'),
    );
  }
}

async function doTask(deps: Deps, row: ImportRow, run: Run, isCanceled: () => boolean): Promise<void> {
  const { db, config, clock } = deps;
  if (row.task === 'undo') {
    await undoImport(deps, row.id, run.actor, { runId: run.runId, isCanceled });
    return;
  }
  const source = await openStored(deps, row);
  const survey = await surveySource(source, isCanceled);
  const rules = {
    order: row.date_order ?? survey.order,
    words: row.words ?? {},
    choices: row.choices ?? {},
    today: todayIn(config.practice.timeZone, clock.now()),
    otherStates: config.practice.otherStates,
    asksBlankStatus: asksBlankStatus(survey.words),
  };
  if (row.task === 'check') {
    if (!isCanceled()) await setSurvey(db, row.id, survey);
    await checkUpload(deps, run, { source, rules, isCanceled, comparesSsn: row.compares_ssn });
    return;
  }
  const withDuplicates = row.with_duplicates;
  await runImport(
    deps,
    row,
    {
      source,
      rules,
      withDuplicates,
      comparesSsn: row.compares_ssn,
      updates: row.updates,
      isCanceled,
      onRows: async () => undefined,
    },
    run,
  );
}

/** Ends the work with the reason for the user, unless it was canceled. */
async function fail({ db, log }: WorkDeps, run: Run, error: unknown, closing: AbortSignal): Promise<void> {
  const known =
    violatedConstraint(error) === undefined
      ? error instanceof ImportError
        ? error.message
        : undefined
      : usedText(1);
  const isStopped = error instanceof RunLost || closing.aborted;
  const released = await releaseRun(db, run.id, run.runId, isStopped ? null : (known ?? UNEXPECTED));
  if (released !== undefined && !isStopped && known === undefined)
    log.error({ err: error, importId: run.id }, 'an import of patients stopped unexpectedly');
}
