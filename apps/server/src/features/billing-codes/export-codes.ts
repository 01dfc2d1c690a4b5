import { billingCodeExport } from '@portal/contract/billing-codes';
import { CODE_COLUMNS } from '@portal/domain/billing-code-layout';
import { NO_FILES } from '@portal/domain/code-files/official';
import { OFFICIAL_COLUMNS, officialCells } from '@portal/domain/billing-code-official';
import { NO_LIMIT_CELL, UNKNOWN_CELL } from '@portal/domain/billing-code-import-traits';
import { CSV_BOM, csvRow } from '@portal/domain/csv';
import { todayIn } from '@portal/domain/date';
import type { Db } from '#db/database.ts';
import { countPairs, findOfficial } from '#features/code-files/index.ts';
import { recordRead } from '#request/record-read.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import type { CodeFilter } from './code-filter-repo.ts';
import { readSearch } from './read-search.ts';
import type { CodeRow } from './code-repo.ts';
import { listCodesAfter } from './export-repo.ts';

/** Codes per query. Only one batch is in memory at a time, and no connection is held while the client receives it. */
const BATCH_SIZE = 2_000;

/**
 * Exports all filtered codes as CSV, sorted by type and code, with the columns of the import and what the official files say about them
 * today.
 */
export const exportCodes = operation(billingCodeExport, async (context, { body }) => {
  const { deps, now } = context;
  const today = todayIn(deps.config.practice.timeZone, now);
  await recordRead(context, {
    action: 'Exported',
    entityType: 'BillingCode',
    entityId: null,
    newValues: { ...body },
  });
  return {
    content: csvOf(deps, { ...body, words: (await readSearch(deps.db, body.searchTerm)).words }, today),
    fileName: `billing-codes-${today}.csv`,
  };
});

async function* csvOf(
  { reports }: Pick<SignedInContext['deps'], 'reports'>,
  filter: CodeFilter,
  day: string,
): AsyncGenerator<string> {
  yield CSV_BOM + csvRow([...CODE_COLUMNS, ...OFFICIAL_COLUMNS]);
  if (filter.words?.length === 0) return;
  let last: CodeRow | undefined;
  do {
    const after = last;
    const rows = await reports.run((db) => listCodesAfter(db, filter, after, BATCH_SIZE));
    last = rows.length < BATCH_SIZE ? undefined : rows.at(-1);
    if (rows.length > 0) yield await reports.run((db) => linesOf(db, rows, day));
  } while (last !== undefined);
}

async function linesOf(db: Db, rows: readonly CodeRow[], day: string): Promise<string> {
  const codes = rows.map(({ code }) => code);
  const procedures = rows.filter(({ codeType }) => codeType === 'CPT').map(({ code }) => code);
  const [official = NO_FILES] = await findOfficial(db, [{ day, codes }], { hasPairs: false });
  const pairs = await countPairs(db, day, procedures);
  const facts = new Map(official.codes.map((each) => [each.code, each]));
  return rows
    .map((row) => {
      const { code } = row;
      return csvRow([
        ...cells(row),
        ...officialCells(row, official.editions, facts.get(code), pairs.get(code) ?? 0),
      ]);
    })
    .join('');
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
