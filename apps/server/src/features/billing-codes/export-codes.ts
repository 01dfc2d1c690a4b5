import { billingCodeExport } from '@portal/contract/billing-codes';
import { CODE_COLUMNS } from '@portal/domain/billing-code-layout';
import { NO_LIMIT_CELL, UNKNOWN_CELL } from '@portal/domain/billing-code-import-traits';
import { CSV_BOM, csvRow } from '@portal/domain/csv';
import { todayIn } from '@portal/domain/date';
import { recordRead } from '#request/record-read.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import type { CodeFilter } from './code-filter-repo.ts';
import { readSearch } from './read-search.ts';
import type { CodeRow } from './code-repo.ts';
import { listCodesAfter } from './export-repo.ts';

/** Codes per query. Only one batch is in memory at a time, and no connection is held while the client receives it. */
const BATCH_SIZE = 2_000;

/** Exports all filtered codes as CSV, sorted by type and code, with the columns of the import. */
export const exportCodes = operation(billingCodeExport, async (context, { body }) => {
  const { deps, now } = context;
  await recordRead(context, {
    action: 'Exported',
    entityType: 'BillingCode',
    entityId: null,
    newValues: { ...body },
  });
  return {
    content: csvOf(deps, { ...body, words: (await readSearch(deps.db, body.searchTerm)).words }),
    fileName: `billing-codes-${todayIn(deps.config.practice.timeZone, now)}.csv`,
  };
});

async function* csvOf(
  { reports }: Pick<SignedInContext['deps'], 'reports'>,
  filter: CodeFilter,
): AsyncGenerator<string> {
  yield CSV_BOM + csvRow(CODE_COLUMNS);
  if (filter.words?.length === 0) return;
  let last: CodeRow | undefined;
  do {
    const after = last;
    const rows = await reports.run((db) => listCodesAfter(db, filter, after, BATCH_SIZE));
    last = rows.length < BATCH_SIZE ? undefined : rows.at(-1);
    if (rows.length > 0) yield rows.map((row) => csvRow(cells(row))).join('');
  } while (last !== undefined);
}

const cells = (row: CodeRow) => [
  row.codeType,
  row.code,
  row.description,
  row.category,
  row.isActive,
  row.lineType,
  row.bilateralIndicator ?? UNKNOWN_CELL,
  row.unitSize,
  row.unit,
  row.isBillable,
  row.validFrom ?? NO_LIMIT_CELL,
  row.validTo ?? NO_LIMIT_CELL,
];
