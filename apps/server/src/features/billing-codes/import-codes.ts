import type { ImportOutcome, ImportResult, ImportRow } from '@portal/contract/billing-codes';
import { validateCodeRow, type CatalogRow } from '@portal/domain/billing-code-import';
import { inTransaction } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { findByCode, insertRows, updateRows, type Found } from './import-repo.ts';

/** A row of an import with its outcome. */
type CheckedRow = { readonly index: number; readonly code: string } & (
  | { readonly outcome: 'error'; readonly message: string }
  | { readonly outcome: 'insert'; readonly row: CatalogRow }
  | { readonly outcome: 'update' | 'unchanged'; readonly row: CatalogRow; readonly before: Found }
);

/** Previews the outcome of an import for each row. */
export async function previewImport(
  context: SignedInContext,
  rows: readonly ImportRow[],
): Promise<ImportResult> {
  const checked = rows.map((row) => validateCodeRow(row));
  const found = await findByCode(context.deps.db, checked.filter(isValid));
  return resultOf(outcomesOf(rows, checked, found), 'would be');
}

/**
 * Inserts and updates codes by type and code in one transaction. Rows with errors are skipped and reported. Values missing
 * from a row remain unchanged.
 */
export async function importCodes(
  context: SignedInContext,
  rows: readonly ImportRow[],
): Promise<ImportResult> {
  const checked = rows.map((row) => validateCodeRow(row));
  return inTransaction(context, async (tx) => {
    const found = await findByCode(tx.db, checked.filter(isValid), { lock: true });
    const outcomes = outcomesOf(rows, checked, found);
    const added = outcomes.flatMap((each) => (each.outcome === 'insert' ? [each.row] : []));
    const changed = outcomes.flatMap((each) =>
      each.outcome === 'update' ? [{ id: each.before.id, ...changedTo(each.row, each.before) }] : [],
    );
    await insertRows(tx.db, added, context.now);
    await updateRows(tx.db, changed, context.now);
    tx.audit({
      action: 'Updated',
      entityType: 'BillingCode',
      entityId: null,
      oldValues: { changed: outcomes.flatMap((each) => (each.outcome === 'update' ? [each.before] : [])) },
      newValues: { added: added.map(({ codeType, code }) => `${codeType} ${code}`), changed },
    });
    return resultOf(outcomes, 'were');
  });
}

type Validated = ReturnType<typeof validateCodeRow>;

const isValid = (row: Validated): row is CatalogRow => !('trouble' in row);

const keyOf = ({ codeType, code }: Pick<CatalogRow, 'codeType' | 'code'>) => `${codeType} ${code}`;

function outcomesOf(
  rows: readonly ImportRow[],
  checked: readonly Validated[],
  found: readonly Found[],
): CheckedRow[] {
  const existing = new Map(found.map((row) => [keyOf(row), row]));
  const seen = new Set<string>();
  return checked.map((row, index): CheckedRow => {
    if (!isValid(row))
      return { index, code: rows[index]?.code.trim() ?? '', outcome: 'error', message: row.trouble };
    const key = keyOf(row);
    if (seen.has(key))
      return { index, code: row.code, outcome: 'error', message: 'Duplicate of an earlier row' };
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

const changedTo = (row: CatalogRow, before: Found) => ({
  description: row.description,
  category: row.category === undefined ? before.category : row.category,
  isActive: row.isActive ?? before.isActive,
});

function resultOf(outcomes: readonly CheckedRow[], verb: 'were' | 'would be'): ImportResult {
  const count = (outcome: CheckedRow['outcome']) =>
    outcomes.filter((each) => each.outcome === outcome).length;
  const [inserted, updated, unchanged, failed] = [
    count('insert'),
    count('update'),
    count('unchanged'),
    count('error'),
  ];
  return {
    message: `${inserted} billing codes ${verb} added, ${updated} changed, ${unchanged} unchanged, ${failed} skipped`,
    inserted,
    updated,
    unchanged,
    failed,
    rows: outcomes.map((each): ImportOutcome => ({
      index: each.index,
      outcome: each.outcome,
      code: each.code,
      message: each.outcome === 'error' ? each.message : null,
    })),
  };
}
