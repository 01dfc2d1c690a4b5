import type { ImportOutcome, ImportResult, ImportRow } from '@portal/contract/billing-codes';
import { checkCodeRow, type CatalogueRow } from '@portal/domain/billing-code-import';
import { inTransaction } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { findByCode, insertRows, updateRows, type Found } from './import-repo.ts';

/** A row of an import, judged. */
type Judged = { readonly index: number; readonly code: string } & (
  | { readonly outcome: 'error'; readonly message: string }
  | { readonly outcome: 'insert'; readonly row: CatalogueRow }
  | { readonly outcome: 'update' | 'unchanged'; readonly row: CatalogueRow; readonly before: Found }
);

/** What an import would do with each row. */
export async function previewImport(
  context: SignedInContext,
  rows: readonly ImportRow[],
): Promise<ImportResult> {
  const checked = rows.map((row) => checkCodeRow(row));
  return report(judge(rows, checked, await findByCode(context.deps.db, checked.filter(isFine))), 'would be');
}

/**
 * Inserts and updates codes by type and code, in one transaction; rows with an error are left out and told. What a row
 * does not say of a code that is there stays.
 */
export async function importCodes(
  context: SignedInContext,
  rows: readonly ImportRow[],
): Promise<ImportResult> {
  const checked = rows.map((row) => checkCodeRow(row));
  return inTransaction(context, async (tx) => {
    const found = await findByCode(tx.db, checked.filter(isFine), { lock: true });
    const judged = judge(rows, checked, found);
    const added = judged.flatMap((each) => (each.outcome === 'insert' ? [each.row] : []));
    const changed = judged.flatMap((each) =>
      each.outcome === 'update' ? [{ id: each.before.id, ...changedTo(each.row, each.before) }] : [],
    );
    await insertRows(tx.db, added, context.now);
    await updateRows(tx.db, changed, context.now);
    tx.audit({
      action: 'Updated',
      entityType: 'BillingCode',
      entityId: null,
      oldValues: { changed: judged.flatMap((each) => (each.outcome === 'update' ? [each.before] : [])) },
      newValues: { added: added.map(({ codeType, code }) => `${codeType} ${code}`), changed },
    });
    return report(judged, 'were');
  });
}

type Checked = ReturnType<typeof checkCodeRow>;

const isFine = (row: Checked): row is CatalogueRow => !('trouble' in row);

const keyOf = ({ codeType, code }: Pick<CatalogueRow, 'codeType' | 'code'>) => `${codeType} ${code}`;

function judge(rows: readonly ImportRow[], checked: readonly Checked[], found: readonly Found[]): Judged[] {
  const existing = new Map(found.map((row) => [keyOf(row), row]));
  const seen = new Set<string>();
  return checked.map((row, index): Judged => {
    if (!isFine(row))
      return { index, code: rows[index]?.code.trim() ?? '', outcome: 'error', message: row.trouble };
    const key = keyOf(row);
    if (seen.has(key))
      return { index, code: row.code, outcome: 'error', message: 'The same code is in the list already' };
    seen.add(key);
    const before = existing.get(key);
    if (before === undefined) return { index, code: row.code, outcome: 'insert', row };
    const after = changedTo(row, before);
    const isSame =
      after.description === before.description &&
      after.category === before.category &&
      after.isActive === before.isActive;
    return { index, code: row.code, outcome: isSame ? 'unchanged' : 'update', row, before };
  });
}

const changedTo = (row: CatalogueRow, before: Found) => ({
  description: row.description,
  category: row.category === undefined ? before.category : row.category,
  isActive: row.isActive ?? before.isActive,
});

function report(judged: readonly Judged[], verb: 'were' | 'would be'): ImportResult {
  const count = (outcome: Judged['outcome']) => judged.filter((each) => each.outcome === outcome).length;
  const [inserted, updated, unchanged, failed] = [
    count('insert'),
    count('update'),
    count('unchanged'),
    count('error'),
  ];
  return {
    message: `${inserted} billing codes ${verb} added, ${updated} changed, ${unchanged} left as they are, ${failed} left out`,
    inserted,
    updated,
    unchanged,
    failed,
    rows: judged.map((each): ImportOutcome => ({
      index: each.index,
      outcome: each.outcome,
      code: each.code,
      message: each.outcome === 'error' ? each.message : null,
    })),
  };
}
