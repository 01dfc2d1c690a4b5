import {
  billingCodeImportPreview,
  type ImportOutcome,
  type ImportResult,
  type ImportRow,
} from '@portal/contract/billing-codes';
import { validateCodeRow, type CatalogRow } from '@portal/domain/billing-code-import';
import { codeChanges, unitSizeWarning } from '@portal/domain/billing-code-changes';
import { changedTraits, defaultCodeTraits } from '@portal/domain/billing-code-traits';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { readSubdivisions, type Subdivisions } from './heading-repo.ts';
import { findByCode, insertRows, updateRows, type Found, type NewCode } from './import-repo.ts';

/** A row of an import with its outcome. */
type CheckedRow = { readonly index: number; readonly code: string } & (
  | { readonly outcome: 'error'; readonly message: string }
  | { readonly outcome: 'insert'; readonly after: NewCode }
  | { readonly outcome: 'update' | 'unchanged'; readonly after: Found; readonly before: Found }
);
/** What an import does. */
interface Plan {
  readonly rows: readonly CheckedRow[];
  /** Codes without a row that become headings. */
  readonly headings: readonly Found[];
}

/** Previews the outcome of an import for each row. */
export const previewImport = operation(billingCodeImportPreview, async (context, { body: rows }) =>
  resultOf(await planOf(context.deps.db, rows), 'would be'),
);

/**
 * Inserts and updates codes by type and code in one transaction. Rows with errors are skipped and reported. Missing and blank
 * values of a row remain unchanged. A diagnosis that gets its first longer code becomes a heading, unless its row says otherwise.
 */
export async function importCodes(
  context: SignedInContext,
  rows: readonly ImportRow[],
): Promise<ImportResult> {
  return inTransaction(context, async (tx) => {
    const plan = await planOf(tx.db, rows, { lock: true });
    const added = plan.rows.flatMap((each) => (each.outcome === 'insert' ? [each.after] : []));
    const updates = plan.rows.flatMap((each) => (each.outcome === 'update' ? [each] : []));
    const changed = [
      ...updates.map(({ after }) => after),
      ...plan.headings.map((before) => ({ ...before, isBillable: false })),
    ];
    await insertRows(tx.db, added, context.now);
    await updateRows(tx.db, changed, context.now);
    tx.audit({
      action: 'Updated',
      entityType: 'BillingCode',
      entityId: null,
      oldValues: { changed: [...updates.map(({ before }) => before), ...plan.headings] },
      newValues: { added: added.map((code) => keyOf(code)), changed },
    });
    return resultOf(plan, 'were');
  });
}

type Validated = ReturnType<typeof validateCodeRow>;

const isValid = (row: Validated): row is CatalogRow => !('trouble' in row);

const keyOf = ({ codeType, code }: Pick<CatalogRow, 'codeType' | 'code'>) => `${codeType} ${code}`;

async function planOf(db: Db, rows: readonly ImportRow[], { lock = false } = {}): Promise<Plan> {
  const checked = rows.map((row) => validateCodeRow(row));
  const valid = checked.filter(isValid);
  const subdivisions = await readSubdivisions(db, valid, { lock });
  const found = await findByCode(db, [...valid, ...subdivisions.shorter], { lock });
  const keys = new Set(valid.map((row) => keyOf(row)));
  return {
    rows: outcomesOf(rows, checked, found, subdivisions),
    headings: found.filter((code) => !keys.has(keyOf(code)) && code.isBillable && subdivisions.isNew(code)),
  };
}

function outcomesOf(
  rows: readonly ImportRow[],
  checked: readonly Validated[],
  found: readonly Found[],
  subdivisions: Subdivisions,
): CheckedRow[] {
  const existing = new Map(found.map((row) => [keyOf(row), row]));
  const seen = new Set<string>();
  return checked.map((row, index): CheckedRow => {
    if (!isValid(row))
      return { index, code: rows[index]?.code.trim() ?? '', outcome: 'error', message: row.trouble };
    const { code } = row;
    const key = keyOf(row);
    if (seen.has(key)) return { index, code, outcome: 'error', message: 'Duplicate of an earlier row' };
    seen.add(key);
    const before = existing.get(key);
    const after = valuesOf(row, before, subdivisions);
    if ('trouble' in after) return { index, code, outcome: 'error', message: after.trouble };
    if (before === undefined) return { index, code, outcome: 'insert', after };
    const isSame = codeChanges(before, after).length === 0;
    return {
      index,
      code,
      outcome: isSame ? 'unchanged' : 'update',
      after: { ...after, id: before.id },
      before,
    };
  });
}

/** The values of a code after the import, or why its row is skipped. */
function valuesOf(
  row: CatalogRow,
  before: Found | undefined,
  { hasLonger, isNew }: Subdivisions,
): NewCode | { readonly trouble: string } {
  const { codeType, code, description } = row;
  const traits =
    before === undefined
      ? changedTraits(codeType, defaultCodeTraits(codeType, code, hasLonger(row)), row.traits)
      : changedTraits(codeType, { ...before, ...(isNew(row) && { isBillable: false }) }, row.traits);
  if ('trouble' in traits) return traits;
  return {
    codeType,
    code,
    description,
    category: row.category ?? before?.category ?? null,
    isActive: row.isActive ?? before?.isActive ?? true,
    ...traits,
  };
}

function resultOf({ rows, headings }: Plan, verb: 'were' | 'would be'): ImportResult {
  const count = (outcome: CheckedRow['outcome']) => rows.filter((each) => each.outcome === outcome).length;
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
    rows: rows.map((each): ImportOutcome => ({
      index: each.index,
      outcome: each.outcome,
      code: each.code,
      message: each.outcome === 'error' ? each.message : null,
      isHeading: isNewHeading(each),
      changes: each.outcome === 'update' ? [...codeChanges(each.before, each.after)] : [],
      warning: each.outcome === 'insert' || each.outcome === 'update' ? unitSizeWarning(each.after) : null,
    })),
    newHeadings: headings.map(({ code }) => code),
  };
}

const isNewHeading = (row: CheckedRow): boolean =>
  row.outcome === 'insert'
    ? !row.after.isBillable
    : row.outcome === 'update' && row.before.isBillable && !row.after.isBillable;
