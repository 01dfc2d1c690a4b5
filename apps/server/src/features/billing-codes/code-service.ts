import type { ActivityEvent } from '@portal/domain/activity-event';
import type {
  BillingCode,
  billingCodeCreate,
  billingCodeToggle,
  billingCodeUpdate,
} from '@portal/contract/billing-codes';
import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import { catalogCode, CODE_TYPE_LABELS, type CodeType } from '@portal/domain/billing-code';
import {
  changedTraits,
  defaultCodeTraits,
  type CodeTraits,
  type TraitChange,
} from '@portal/domain/billing-code-traits';
import { changedValues } from '#audit/audit-entry.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import {
  deleteCode,
  insertCode,
  lockCode,
  updateCode,
  type CodeRow,
  type TraitColumns,
} from './code-repo.ts';
import { auditFields, presentCode, traitColumns, traitsOf } from './code-view.ts';
import { readSubdivisions, type Subdivisions } from './heading-repo.ts';
import { findByCode } from './import-repo.ts';

/**
 * Adds a code. Its traits default to those of its range. An existing diagnosis that gets its first longer code becomes a heading.
 * Throws CONFLICT if the code already exists.
 */
export async function createCode(
  context: SignedInContext,
  body: BodyOf<typeof billingCodeCreate>,
): Promise<AnswerOf<typeof billingCodeCreate>> {
  const { codeType } = body;
  const code = catalogCode(codeType, body.code);
  return inTransaction(context, async (tx) => {
    const subdivisions = await readSubdivisions(tx.db, [{ codeType, code }], { lock: true });
    const defaults = defaultCodeTraits(codeType, code, subdivisions.hasLonger({ codeType, code }));
    const traits = newTraits(body, codeType, defaults);
    const row = await withUniqueCode(body.codeType, code, () =>
      insertCode(tx.db, {
        code_type: body.codeType,
        code,
        description: body.description,
        category: body.category,
        is_active: body.isActive,
        ...traits,
        updated_at: context.now,
      }),
    );
    tx.audit({ action: 'Created', entityType: 'BillingCode', entityId: row.id, newValues: auditFields(row) });
    addCodeActivity(tx, row, 'billing_code.created', 'was added');
    return { ...presentCode(row), newHeadings: await addHeadings(context, tx, subdivisions) };
  });
}

/** Updates a code, except its type and the code itself. Throws NOT_FOUND, STALE. */
export async function changeCode(
  context: SignedInContext,
  id: string,
  { version, ...fields }: BodyOf<typeof billingCodeUpdate>,
): Promise<BillingCode> {
  return inTransaction(context, async (tx) => {
    const before = await lockCurrent(context, tx, id, version);
    const columns = {
      description: fields.description,
      category: fields.category,
      is_active: fields.isActive,
      ...newTraits(fields, before.code_type, traitsOf(before)),
    };
    return presentCode(await saveChange(context, tx, before, columns, 'was changed'));
  });
}

/** Activates or deactivates a code. Throws NOT_FOUND, STALE. */
export async function toggleCode(
  context: SignedInContext,
  id: string,
  version: number | undefined,
): Promise<AnswerOf<typeof billingCodeToggle>> {
  return inTransaction(context, async (tx) => {
    const before = await lockCurrent(context, tx, id, version);
    const done = before.is_active ? 'deactivated' : 'activated';
    const row = await saveChange(context, tx, before, { is_active: !before.is_active }, `was ${done}`);
    return { message: `Billing code ${done} successfully`, billingCode: presentCode(row) };
  });
}

/** Deletes a code that is not in use. Throws NOT_FOUND, IN_USE. */
export async function removeCode(context: SignedInContext, id: string): Promise<{ message: string }> {
  return inTransaction(context, async (tx) => {
    const row = await lockCode(tx.db, id);
    if (row === undefined) throw notFound('This billing code does not exist.');
    try {
      await deleteCode(tx.db, id);
    } catch (error) {
      if (violatedConstraint(error) === undefined) throw error;
      throw new AppError('IN_USE', {
        message: `Billing code ${row.code} is in use. It cannot be deleted, but you can deactivate it.`,
      });
    }
    tx.audit({ action: 'Deleted', entityType: 'BillingCode', entityId: id, oldValues: auditFields(row) });
    addCodeActivity(tx, row, 'billing_code.deleted', 'was deleted');
    return { message: 'Billing code deleted successfully' };
  });
}

async function lockCurrent(
  context: SignedInContext,
  tx: Tx,
  id: string,
  version: number | undefined,
): Promise<CodeRow> {
  const row = await lockCode(tx.db, id);
  if (row === undefined) throw notFound('This billing code does not exist.');
  checkVersion(context, version, presentCode(row));
  return row;
}

async function saveChange(
  context: SignedInContext,
  tx: Tx,
  before: CodeRow,
  columns: Parameters<typeof updateCode>[2],
  happened: string,
): Promise<CodeRow> {
  const row = await updateCode(tx.db, before.id, columns, context.now);
  tx.audit({
    action: 'Updated',
    entityType: 'BillingCode',
    entityId: row.id,
    ...changedValues(auditFields(before), auditFields(row)),
  });
  addCodeActivity(tx, row, 'billing_code.updated', happened);
  return row;
}

async function withUniqueCode<T>(
  type: BillingCode['codeType'],
  code: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'billing_codes_code_key') throw error;
    throw conflict(`${CODE_TYPE_LABELS[type]} code ${code} already exists`, 'code');
  }
}

/** Makes headings of the billable codes that got their first longer code. Returns them. */
async function addHeadings(
  context: SignedInContext,
  tx: Tx,
  { shorter, isNew }: Subdivisions,
): Promise<string[]> {
  const found = await findByCode(tx.db, shorter.filter(isNew), { lock: true });
  const headings = found.filter(({ isBillable }) => isBillable);
  for (const { id } of headings) {
    const before = await lockCurrent(context, tx, id, undefined);
    await saveChange(context, tx, before, { is_billable: false }, 'became a heading');
  }
  return headings.map(({ code }) => code);
}

/** The columns of the changed traits. Throws VALIDATION if a code of the type cannot have them. */
function newTraits(sent: TraitChange, codeType: CodeType, was: CodeTraits): TraitColumns {
  const traits = changedTraits(codeType, was, sent);
  if ('trouble' in traits) throw fieldError(traits.field, traits.trouble);
  return traitColumns(traits);
}

function addCodeActivity(tx: Tx, row: CodeRow, event: ActivityEvent, happened: string): void {
  tx.activity({
    event,
    description: `Billing code ${row.code} ${happened}`,
    icon: 'Description',
    color: 'info',
    entityType: 'BillingCode',
    entityId: row.id,
    requiredRole: 'Admin',
  });
}
