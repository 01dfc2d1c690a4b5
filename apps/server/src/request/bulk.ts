import type { BulkChange, BulkResult } from '@portal/contract/bulk';
import type { HealthRecord } from '@portal/contract/endpoint';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { AppError, type RecordOfPatient } from '#platform/app-error.ts';
import type { SignedInContext } from './context.ts';
import { mayView } from './health-record.ts';
import { recordRead } from './record-read.ts';
import { inTransaction, type Tx } from './transaction.ts';

interface VersionedId {
  readonly id: string;
  readonly version: number;
}

/** A record as a bulk action sees it. */
export interface BulkState {
  readonly id: string;
  /** Its number or name. */
  readonly label: string;
  /** What the action changes, as shown to users. */
  readonly value: string;
  readonly patientId: string | null;
}

/** One operation on several records. */
export interface BulkAction {
  readonly entityType: AuditEntryInput['entityType'];
  /** Who may see the records, if they hold health data. */
  readonly record?: HealthRecord;
  readonly records: readonly VersionedId[];
  /** Reads the records that the caller may see. */
  readonly read: (db: Db, ids: readonly string[]) => Promise<readonly BulkState[]>;
  /** The operation on a single record; joins the open transaction. */
  readonly change: (record: VersionedId, tx: Tx) => Promise<unknown>;
}

/**
 * Changes all records in one transaction, or none. Throws the error of the first record that cannot change, with its label in the
 * message and all problems in `errors` as `records.N`.
 */
export async function changeAll(context: SignedInContext, action: BulkAction): Promise<BulkResult> {
  return inTransaction(context, async (tx) => {
    const { records, failures } = await run(tx, action);
    if (failures.length > 0) throw refusal(failures);
    const isShown = action.record === undefined || mayView(context, action.record);
    const changed = records
      .filter(({ from, to }) => from !== to)
      .map(({ id, label }) => ({ id, label: isShown ? label : null }));
    return { changedCount: changed.length, changed };
  });
}

/** Runs the action, undoes it, and returns what it would change. Audits which records were shown. */
export async function previewAll(
  context: SignedInContext,
  action: BulkAction,
): Promise<{ records: BulkChange[] }> {
  const { states, shown, records } = await undone(context, action);
  // They see which records can change, but nothing of them.
  if (action.record !== undefined && !mayView(context, action.record))
    return { records: records.map((each) => ({ ...each, label: null, from: '', to: '' })) };
  await recordRead(context, {
    action: 'Accessed',
    entityType: action.entityType,
    entityId: null,
    newValues: {
      recordIds: [...states.keys()],
      patientIds: [...new Set(shown.flatMap(({ patientId }) => patientId ?? []))],
    },
  });
  return { records };
}

interface Failure extends RecordOfPatient {
  readonly index: number;
  readonly label: string | null;
  readonly error: AppError;
}
interface Run {
  readonly records: BulkChange[];
  readonly failures: readonly Failure[];
  readonly states: ReadonlyMap<string, BulkState>;
  /** Before and after, because the patient may differ. */
  readonly shown: readonly BulkState[];
}

async function run(tx: Tx, { records, read, change }: BulkAction): Promise<Run> {
  const ids = records.map(({ id }) => id);
  const states = byId(await read(tx.db, ids));
  const errors = new Map<string, AppError>();
  // All bulk actions lock in the same order, so they cannot deadlock.
  for (const record of records.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    try {
      await change(record, tx);
    } catch (error) {
      // A wrong value of the form is not the problem of one record.
      if (!(error instanceof AppError) || error.code === 'VALIDATION') throw error;
      errors.set(record.id, error);
    }
  }
  const after = byId(await read(tx.db, ids));
  const labelOf = (id: string) => states.get(id)?.label ?? null;
  return {
    states,
    shown: [...states.values(), ...after.values()],
    failures: ids.flatMap((id, index) => {
      const error = errors.get(id);
      const { patientId = null } = states.get(id) ?? {};
      return error === undefined ? [] : [{ index, id, patientId, label: labelOf(id), error }];
    }),
    records: ids.map((id) => ({
      id,
      label: labelOf(id),
      from: states.get(id)?.value ?? '',
      to: after.get(id)?.value ?? '',
      problem: errors.get(id)?.message ?? null,
    })),
  };
}

const byId = (states: readonly BulkState[]) => new Map(states.map((state) => [state.id, state]));

/** Thrown to roll back. */
class Undo extends Error {
  override readonly name = 'Undo';
  readonly run: Run;

  constructor(done: Run) {
    super();
    this.run = done;
  }
}

async function undone(context: SignedInContext, action: BulkAction): Promise<Run> {
  try {
    return await inTransaction(context, async (tx) => {
      throw new Undo(await run(tx, action));
    });
  } catch (error) {
    if (error instanceof Undo) return error.run;
    throw error;
  }
}

function refusal(failures: readonly Failure[]): AppError {
  const textOf = ({ error }: Failure, label: string | null) =>
    `${label ?? 'A selected record'}: ${error.message}`;
  const texts = failures.map((failure) => textOf(failure, failure.label));
  const more = failures.length === 1 ? '' : ` ${failures.length} of the records cannot be changed.`;
  const message = (first: string | undefined) => `Nothing was changed. ${first ?? ''}${more}`;
  return new AppError(failures[0]?.error.code ?? 'CONFLICT', {
    message: message(texts[0]),
    about: failures.map(({ id, patientId }) => ({ id, patientId })),
    otherwise: message(failures.slice(0, 1).map((failure) => textOf(failure, null))[0]),
    errors: Object.fromEntries(
      failures.map(({ index }, at) => [`records.${index}`, [texts[at] ?? '']] as const),
    ),
  });
}
