import type { FileToSend } from '@portal/contract/file';
import { namesOf, shownValue, type Field, type Fields } from '@portal/contract/record';
import { CSV_BOM, csvRow, type CsvValue } from '@portal/domain/csv';
import { fileTimestamp } from '@portal/domain/date';
import type { RawBuilder } from 'kysely';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { countPart, readIdsBelow } from '#db/export-rows.ts';
import type { SignedInContext } from './context.ts';
import { recordRead } from './record-read.ts';

/** A column for each field of a record, with its heading: those of `first`, then the others as they are declared. */
export const fieldColumns = <F extends Fields>(
  fields: F,
  first: readonly (keyof F & string)[] = [],
): Readonly<Record<string, (row: ExportedRow<F>) => CsvValue>> =>
  Object.fromEntries(
    [...new Set([...first, ...namesOf(fields)])].flatMap((name) => {
      const field: Field | undefined = fields[name];
      return field === undefined
        ? []
        : [[field.heading ?? field.label, (row: ExportedRow<F>) => shownValue(field, row[name])] as const];
    }),
  );

type ExportedRow<F extends Fields> = { readonly [N in keyof F]: Parameters<typeof shownValue>[1] };

/** Rows per batch. One is in memory at a time, and no connection is held while the client receives it. */
const BATCH = 1_000;

export interface ListExport<Row> {
  /** Start of the file name, before the time. */
  readonly name: string;
  readonly entityType: AuditEntryInput['entityType'];
  /** Set if the list is of one patient. */
  readonly patientId?: string | undefined;
  /** The filter for the audit log, without search text, which is health data. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The table with all conditions of the list. */
  readonly part: RawBuilder<unknown>;
  readonly find: (db: Db, ids: readonly string[]) => Promise<readonly Row[]>;
  /** The patient of a row, if rows are about patients. */
  readonly patientOf?: (row: Row) => string | null;
  /** Headings, each with the value of its cells. */
  readonly columns: Readonly<Record<string, (row: Row) => CsvValue>>;
}

/**
 * Exports all rows of a list as CSV, newest first. The export is recorded with filter and count before the first row is sent, and the
 * patients of each batch before its rows are sent.
 */
export async function exportList<Row>(
  context: SignedInContext,
  { name, entityType, patientId, filter, ...rows }: ListExport<Row>,
): Promise<FileToSend> {
  const { deps, now } = context;
  const count = await deps.reports.run((db) => countPart(db, rows.part));
  const record = (values: Readonly<Record<string, unknown>>, batch: readonly Row[]) =>
    recordRead(context, {
      action: 'Exported',
      entityType,
      entityId: null,
      patientId: patientId ?? null,
      newValues: { ...values, ...patientsOf(rows, batch) },
    });
  const first = await nextBatch(deps, rows);
  await record({ ...filter, count }, first.rows);
  return {
    content: csvOf(deps, rows, first, (batch) =>
      patientsOf(rows, batch).patientIds?.length ? record({ isContinued: true }, batch) : Promise.resolve(),
    ),
    fileName: `${name}_${fileTimestamp(now, deps.config.practice.timeZone)}.csv`,
  };
}

type ExportDeps = Pick<SignedInContext['deps'], 'reports'>;
type Rows<Row> = Pick<ListExport<Row>, 'part' | 'find' | 'columns' | 'patientOf'>;
interface Batch<Row> {
  readonly rows: readonly Row[];
  /** The ID below which the next batch starts; undefined after the last one. */
  readonly last: string | undefined;
}

const nextBatch = <Row>(
  { reports }: ExportDeps,
  { part, find }: Rows<Row>,
  below?: string,
): Promise<Batch<Row>> =>
  reports.run(async (db) => {
    const ids = await readIdsBelow(db, part, below, BATCH);
    return { rows: await find(db, ids), last: ids.length < BATCH ? undefined : ids.at(-1) };
  });

function patientsOf<Row>({ patientOf }: Rows<Row>, batch: readonly Row[]): { patientIds?: string[] } {
  if (patientOf === undefined) return {};
  return { patientIds: [...new Set(batch.flatMap((row) => patientOf(row) ?? []))] };
}

async function* csvOf<Row>(
  deps: ExportDeps,
  rows: Rows<Row>,
  first: Batch<Row>,
  record: (batch: readonly Row[]) => Promise<void>,
): AsyncGenerator<string> {
  const cells = Object.values(rows.columns);
  yield CSV_BOM + csvRow(Object.keys(rows.columns));
  let batch = first;
  for (;;) {
    if (batch.rows.length > 0) yield batch.rows.map((row) => csvRow(cells.map((cell) => cell(row)))).join('');
    if (batch.last === undefined) return;
    batch = await nextBatch(deps, rows, batch.last);
    await record(batch.rows);
  }
}
