import type { AuditAction } from '@portal/contract/endpoint';
import type { Fields, RowOf, ValuesOf } from '@portal/contract/record';
import type { ActivityEvent } from '@portal/domain/activity-event';
import { changedValues, type AuditEntityType, type AuditEntryInput } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import type { RecordTable } from '#db/record-table.ts';
import type { ActivityInput } from '#live/activity-store.ts';
import { conflict, notFound, type AppError } from '#platform/app-error.ts';
import type { SignedInContext } from './context.ts';
import { inTransaction, type Tx } from './transaction.ts';
import { checkVersion } from './versions.ts';

/** Kinds of records of which activities say that they were created, updated and deleted. */
type Announced = {
  [E in ActivityEvent]: E extends `${infer Kind}.created`
    ? `${Kind}.updated` | `${Kind}.deleted` extends ActivityEvent
      ? Kind
      : never
    : never;
}[ActivityEvent];

interface Changes<F extends Fields, Answer> {
  readonly table: RecordTable<F>;
  readonly entityType: AuditEntityType;
  /** Whom activities tell of it; `name` is how they call the record. */
  readonly activity: (
    row: RowOf<F>,
  ) => Omit<ActivityInput, 'event' | 'description' | 'entityType' | 'entityId'> & { readonly name: string };
  readonly event: Announced;
  /** The field and message of each violated constraint. */
  readonly taken: Readonly<Record<string, readonly [field: keyof F & string, message: string]>>;
  /** The message of a 404. */
  readonly missing?: string;
  /** Whether the caller may know of the record. */
  readonly isVisible?: (context: SignedInContext, row: RowOf<F>) => boolean;
  /** What callers get of a record. */
  readonly present: (db: Db, row: RowOf<F>) => Promise<Answer>;
}

/** Adds, changes and removes records, each in one transaction with its audit entry and activity. */
export function recordChanges<F extends Fields, Answer extends { readonly version: number }>(
  changes: Changes<F, Answer>,
) {
  const { table, entityType, present } = changes;
  type Row = RowOf<F>;

  const load = async (context: SignedInContext, tx: Tx, id: string) => {
    const row = await table.lock(tx.db, id);
    if (row === undefined || changes.isVisible?.(context, row) === false) throw notFound(changes.missing);
    return row;
  };
  const write = async (work: Promise<Row>) => {
    try {
      return await work;
    } catch (error) {
      const [field, message] = changes.taken[violatedConstraint(error) ?? ''] ?? [];
      throw message === undefined ? error : conflict(message, field);
    }
  };
  const tell = (
    tx: Tx,
    row: Row,
    [action, event, happened]: readonly [AuditAction, 'created' | 'updated' | 'deleted', string],
    values: Pick<AuditEntryInput, 'oldValues' | 'newValues'>,
  ) => {
    tx.audit({ action, entityType, entityId: row.id, ...values });
    const { name, ...activity } = changes.activity(row);
    tx.activity({
      ...activity,
      event: `${changes.event}.${event}`,
      description: `${name} ${happened}`,
      entityType,
      entityId: row.id,
    });
  };

  return {
    /** Throws CONFLICT. */
    create: (context: SignedInContext, values: ValuesOf<F>): Promise<Answer> =>
      inTransaction(context, async (tx) => {
        const row = await write(table.insert(tx.db, values));
        tell(tx, row, ['Created', 'created', 'was added'], { newValues: table.valuesOf(row) });
        return present(tx.db, row);
      }),
    /** `edit` returns all values as they shall be, from those before. Throws NOT_FOUND, STALE, CONFLICT. */
    change: (
      context: SignedInContext,
      { id, version }: { readonly id: string; readonly version: number | undefined },
      edit: (before: Row, tx: Tx) => ValuesOf<F> | Promise<ValuesOf<F>>,
      happened = (_before: Row) => 'was changed',
    ): Promise<Answer> =>
      inTransaction(context, async (tx) => {
        const before = await load(context, tx, id);
        checkVersion(context, version, await present(tx.db, before));
        const row = await write(table.update(tx.db, id, await edit(before, tx), context.now));
        const values = changedValues(table.valuesOf(before), table.valuesOf(row));
        tell(tx, row, ['Updated', 'updated', happened(before)], values);
        return present(tx.db, row);
      }),
    /** `check` throws if the record is in use; `inUse` is thrown if another one refers to it. Throws NOT_FOUND. */
    remove: (
      context: SignedInContext,
      id: string,
      {
        check,
        inUse,
      }: {
        readonly check: (db: Db, row: Row) => Promise<void>;
        readonly inUse?: () => AppError;
      },
    ): Promise<Row> =>
      inTransaction(context, async (tx) => {
        const row = await load(context, tx, id);
        await check(tx.db, row);
        try {
          await table.remove(tx.db, id);
        } catch (error) {
          throw inUse === undefined || violatedConstraint(error) === undefined ? error : inUse();
        }
        tell(tx, row, ['Deleted', 'deleted', 'was deleted'], { oldValues: table.valuesOf(row) });
        return row;
      }),
  };
}
