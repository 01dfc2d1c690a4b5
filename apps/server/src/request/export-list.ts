import type { FileToSend } from '@portal/contract/file';
import { CSV_BOM, csvRow, type CsvValue } from '@portal/domain/csv';
import { fileTimestamp } from '@portal/domain/date';
import type { RawBuilder } from 'kysely';
import type { AuditEntryInput } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { countPart, readIdsBelow } from '#db/export-rows.ts';
import type { SignedInContext } from './context.ts';
import { recordRead } from './record-read.ts';

/** Rows per batch. One is in memory at a time, and no connection is held while the client receives it. */
const BATCH = 1_000;

/** A list to export. */
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
  /** Headings, each with the value of its cells. */
  readonly columns: Readonly<Record<string, (row: Row) => CsvValue>>;
}

/** Exports all rows of a list as CSV, newest first. The export is recorded with filter and count before the first row is sent. */
export async function exportList<Row>(
  context: SignedInContext,
  { name, entityType, patientId, filter, ...rows }: ListExport<Row>,
): Promise<FileToSend> {
  const { deps, now } = context;
  const count = await deps.exportLimit.run(() => countPart(deps.db, rows.part));
  await recordRead(context, {
    action: 'Exported',
    entityType,
    entityId: null,
    patientId: patientId ?? null,
    newValues: { ...filter, count },
  });
  return {
    content: csvOf(deps, rows),
    contentType: 'text/csv; charset=utf-8',
    fileName: `${name}_${fileTimestamp(now, deps.config.practice.timeZone)}.csv`,
  };
}

async function* csvOf<Row>(
  { db, exportLimit }: Pick<SignedInContext['deps'], 'db' | 'exportLimit'>,
  { part, find, columns }: Pick<ListExport<Row>, 'part' | 'find' | 'columns'>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  yield CSV_BOM + csvRow(Object.keys(columns));
  let last: string | undefined;
  do {
    const below = last;
    const { ids, rows } = await exportLimit.run(async () => {
      const found = await readIdsBelow(db, part, below, BATCH);
      return { ids: found, rows: await find(db, found) };
    });
    last = ids.length < BATCH ? undefined : ids.at(-1);
    if (rows.length > 0) yield rows.map((row) => csvRow(cells.map((cell) => cell(row)))).join('');
  } while (last !== undefined);
}
