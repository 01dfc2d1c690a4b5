import {
  type BillingCodeBulk,
  billingCodeBulk,
  billingCodeBulkPreview,
  type BillingCodeChanges,
} from '@portal/contract/billing-code-bulk';
import { CODE_TYPE_LABELS } from '@portal/domain/billing-code';
import { validityText } from '@portal/domain/billing-code-facts';
import { changedTraits, unitText } from '@portal/domain/billing-code-traits';
import { LINE_TYPE_LABELS } from '@portal/domain/billing-line';
import { changedValues } from '#audit/audit-entry.ts';
import { checkVersion } from '#request/versions.ts';
import { conflict, notFound } from '#platform/app-error.ts';
import { changeAll, previewAll, type BulkAction, type BulkState } from '#request/bulk.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { codes, lockCodes, type CodeRow } from './code-repo.ts';
import { presentCode } from './code-view.ts';

interface CodeBulk {
  readonly records: BulkAction['records'];
  readonly changesOf: (id: string) => BillingCodeChanges;
  /** In the audit entries: why the code changes. */
  readonly reasonOf?: (id: string) => string;
}

/** Changing traits and status of codes. A code that cannot have a trait is a problem of its own. */
export function codeBulkAction(
  context: SignedInContext,
  { records, changesOf, reasonOf }: CodeBulk,
): BulkAction {
  const locked = new Map<string, CodeRow>();
  return {
    entityType: 'BillingCode',
    records,
    read: async (db, ids) => {
      // In the order of imports, so that they cannot deadlock.
      for (const row of await lockCodes(db, ids)) locked.set(row.id, row);
      return [...locked.values()].map((row) => stateOf(row, changesOf(row.id)));
    },
    change: async ({ id, version }, tx) => {
      const before = locked.get(id);
      if (before === undefined) throw notFound('This billing code does not exist.');
      checkVersion(context, version, presentCode(before));
      await changeTraits(context, tx, { before, changes: changesOf(id), reason: reasonOf?.(id) });
    },
  };
}

const sameChanges = (context: SignedInContext, { records, ...changes }: BillingCodeBulk) =>
  codeBulkAction(context, { records, changesOf: () => changes });

/** Tells administrators that codes were changed together. */
export function announceCodes(tx: Tx, count: number): void {
  tx.activity({
    event: 'billing_code.updated',
    description: count === 1 ? '1 billing code was changed' : `${count} billing codes were changed`,
    icon: 'Description',
    color: 'info',
    entityType: 'BillingCode',
    entityId: null,
    requiredRole: 'Admin',
  });
}

/** Changes all codes, or none, with one activity for all of them. */
export const changeCodes = operation(billingCodeBulk, async (context, { body }) => {
  return inTransaction(context, async (tx) => {
    const result = await changeAll(context, sameChanges(context, body));
    announceCodes(tx, body.records.length);
    return result;
  });
});

/** Previews `changeCodes`. */
export const previewCodes = operation(billingCodeBulkPreview, (context, { body }) =>
  previewAll(context, sameChanges(context, body)),
);

async function changeTraits(
  context: SignedInContext,
  tx: Tx,
  {
    before,
    changes: { isActive = before.isActive, ...change },
    reason = null,
  }: {
    readonly before: CodeRow;
    readonly changes: BillingCodeChanges;
    readonly reason?: string | null | undefined;
  },
): Promise<void> {
  const traits = changedTraits(before.codeType, before, change);
  if ('trouble' in traits) throw conflict(traits.trouble);
  const row = await codes.update(tx.db, before.id, { ...before, ...traits, isActive }, context.now);
  tx.audit({
    action: 'Updated',
    entityType: 'BillingCode',
    entityId: row.id,
    reason,
    ...changedValues(codes.valuesOf(before), codes.valuesOf(row)),
  });
}

/** The values that the bulk change sets, as shown to users. */
function stateOf(row: CodeRow, changes: BillingCodeChanges): BulkState {
  const shown = [
    changes.lineType === undefined ? [] : LINE_TYPE_LABELS[row.lineType],
    changes.bilateralIndicator === undefined
      ? []
      : `bilateral indicator ${row.bilateralIndicator ?? 'unknown'}`,
    changes.unitSize === undefined ? [] : unitText(row) || 'no unit size',
    changes.isBillable === undefined ? [] : row.isBillable ? 'Billable' : 'Heading',
    changes.validFrom === undefined && changes.validTo === undefined ? [] : validityText(row),
    changes.isActive === undefined ? [] : row.isActive ? 'Active' : 'Inactive',
  ].flat();
  return {
    id: row.id,
    label: `${CODE_TYPE_LABELS[row.codeType]} ${row.code}`,
    value: shown.join(', '),
    patientId: null,
  };
}
