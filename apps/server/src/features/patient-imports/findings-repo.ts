import type { LineCounts } from '@portal/domain/csv-lines';
import type { ProvenDates } from '@portal/domain/patient-import/birth-date';
import type { FoundValue } from '@portal/domain/patient-import/choices';
import type { ColumnContent } from '@portal/domain/patient-import/column-samples';
import type { TextLines } from '@portal/domain/patient-import/lines-by-text';
import type { FoundWord } from '@portal/domain/patient-import/words';
import type { Db } from '#db/database.ts';
import { NO_RUN } from './import-repo.ts';

/** Stores what the whole file shows. */
export async function setSurvey(
  db: Db,
  id: string,
  {
    lines,
    words,
    mixedDates,
    columns,
  }: {
    readonly lines: LineCounts;
    readonly words: readonly FoundWord[];
    readonly mixedDates: ProvenDates | null;
    readonly columns: readonly ColumnContent[] | null;
  },
): Promise<void> {
  await db
    .updateTable('patient_imports')
    .set({
      row_count: lines.rows,
      lines: JSON.stringify(lines),
      found_words: JSON.stringify(words),
      mixed_dates: mixedDates === null ? null : JSON.stringify(mixedDates),
      column_contents: columns === null ? null : JSON.stringify(columns),
    })
    .where('id', '=', id)
    .execute();
}

/** What a check found, besides the counts. */
export interface CheckFindings {
  /** Cells of the first rows that will be imported. */
  readonly preview: readonly (readonly string[])[];
  readonly notes: readonly TextLines[];
  readonly values: readonly FoundValue[];
}

/** Ends a check. False if it was canceled. */
export async function endCheck(
  db: Db,
  { id, runId }: { readonly id: string; readonly runId: string },
  { preview, notes, values }: CheckFindings,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('patient_imports')
    .set({
      preview: JSON.stringify(preview),
      notes: JSON.stringify(notes),
      found_values: JSON.stringify(values),
      checked_at: now,
      ...NO_RUN,
    })
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What the last check found. */
export const findFindings = (db: Db, id: string) =>
  db
    .selectFrom('patient_imports')
    .select([
      'preview',
      'notes',
      'found_words as foundWords',
      'found_values as foundValues',
      'first_lines as firstLines',
      'column_contents as contents',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
