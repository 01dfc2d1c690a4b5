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
import { withChange, type ChangeOf } from './with-change.ts';

/** Kinds of records of which activities say that they were created, updated and deleted. */
type Announced = {
  [E in ActivityEvent]: E extends `${infer Kind}.created`
    ? `${Kind}.updated` | `${Kind}.deleted` extends ActivityEvent
      ? Kind
      : never
    : never;
}[ActivityEvent];

interface Changes<F extends Fields, Row extends RowOf<F>, Answer> {
  readonly table: RecordTable<F, Row>;
  readonly entityType: AuditEntityType;
  /** Whom activities tell of it; `name` is how they call the record. */
  readonly activity: (
    row: Row,
  ) => Omit<ActivityInput, 'event' | 'description' | 'entityType' | 'entityId'> & { readonly name: string };
  readonly event: Announced;
  /** The field and message of each violated constraint. */
  readonly taken: Readonly<
    Record<string, readonly [field: keyof F & string, message: (values: ValuesOf<F>) => string]>
  >;
  /** The message of a 404. */
  readonly missing?: string;
  /** Whether the caller may know of the record. */
  readonly isVisible?: (context: SignedInContext, row: Row) => boolean;
  /** What callers get of a record. */
  readonly present: (db: Db, row: Row) => Promise<Answer>;
}

/** Audits what happened to a record, and adds an activity. */
function announcer<F extends Fields, Row extends RowOf<F>>({
  entityType,
  activity: activityOf,
  event: kind,
}: Pick<Changes<F, Row, unknown>, 'entityType' | 'activity' | 'event'>) {
  return (
    tx: Tx,
    row: Row,
    [action, event, happened]: readonly [AuditAction, 'created' | 'updated' | 'deleted', string],
    values: Pick<AuditEntryInput, 'oldValues' | 'newValues'>,
  ) => {
    tx.audit({ action, entityType, entityId: row.id, ...values });
    const { name, ...activity } = activityOf(row);
    tx.activity({
      ...activity,
      event: `${kind}.${event}`,
      description: `${name} ${happened}`,
      entityType,
      entityId: row.id,
    });
  };
}

/** Adds, changes and removes records, each in one transaction with its audit entry and activity. */
export function recordChanges<
  F extends Fields,
  Row extends RowOf<F>,
  Answer extends { readonly version: number },
>(changes: Changes<F, Row, Answer>) {
  const { table, present } = changes;

  const load = async (context: SignedInContext, tx: Tx, id: string) => {
    const row = await table.lock(tx.db, id);
    if (row === undefined || changes.isVisible?.(context, row) === false) throw notFound(changes.missing);
    return row;
  };
  const write = async (values: ValuesOf<F>, work: (values: ValuesOf<F>) => Promise<Row>) => {
    try {
      return await work(values);
    } catch (error) {
      const [field, message] = changes.taken[violatedConstraint(error) ?? ''] ?? [];
      throw message === undefined ? error : conflict(message(values), field);
    }
  };
  const tell = announcer(changes);

  return {
    /** Throws CONFLICT. */
    create: (context: SignedInContext, values: ValuesOf<F>): Promise<Answer> =>
      inTransaction(context, async (tx) => {
        const row = await write(values, (all) => table.insert(tx.db, all, context.now));
        tell(tx, row, ['Created', 'created', 'was added'], { newValues: table.valuesOf(row) });
        return present(tx.db, row);
      }),
    /** `edit` returns the values that change, from those before. Throws NOT_FOUND, STALE, CONFLICT. */
    change: (
      context: SignedInContext,
      { id, version }: { readonly id: string; readonly version: number | undefined },
      edit: (before: Row, tx: Tx) => ChangeOf<ValuesOf<F>> | Promise<ChangeOf<ValuesOf<F>>>,
      happened = (_before: Row) => 'was changed',
    ): Promise<Answer> =>
      inTransaction(context, async (tx) => {
        const before = await load(context, tx, id);
        checkVersion(context, version, await present(tx.db, before));
        const values = withChange(table.valuesOf(before), await edit(before, tx));
        const row = await write(values, (all) => table.update(tx.db, id, all, context.now));
        tell(
          tx,
          row,
          ['Updated', 'updated', happened(before)],
          changedValues(table.valuesOf(before), table.valuesOf(row)),
        );
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
        readonly check?: (db: Db, row: Row) => Promise<void>;
        readonly inUse?: (row: Row) => AppError;
      },
    ): Promise<Row> =>
      inTransaction(context, async (tx) => {
        const row = await load(context, tx, id);
        await check?.(tx.db, row);
        try {
          await table.remove(tx.db, id);
        } catch (error) {
          throw inUse === undefined || violatedConstraint(error) === undefined ? error : inUse(row);
        }
        tell(tx, row, ['Deleted', 'deleted', 'was deleted'], { oldValues: table.valuesOf(row) });
        return row;
      }),
  };
}
