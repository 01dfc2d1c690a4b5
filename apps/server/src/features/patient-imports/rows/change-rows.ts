import type { CsvValue } from '@portal/domain/csv';
import type { CheckedRow } from './check-rows.ts';

/** The columns of the file of differences. */
export const CHANGE_HEADER: readonly string[] = ['Line', 'MRN', 'Field', 'Kind', 'Now', 'New'];

/** How rows differ from the patients that they are, one line per field. */
export const changeRows = (rows: readonly CheckedRow[]): CsvValue[][] =>
  rows.flatMap((row) =>
    row.outcome === 'update'
      ? row.known.changes.map(({ field, kind, now, next }) => [
          row.row.line,
          row.known.row.medicalRecordNumber,
          field,
          kind,
          now,
          next,
        ])
      : [],
  );
