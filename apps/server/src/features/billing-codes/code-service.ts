import {
  billingCodeCreate,
  billingCodeDelete,
  billingCodeToggle,
  billingCodeUpdate,
} from '@portal/contract/billing-codes';
import { catalogCode, CODE_TYPE_LABELS, type CodeType } from '@portal/domain/billing-code';
import {
  changedTraits,
  defaultCodeTraits,
  type CodeTraits,
  type TraitChange,
} from '@portal/domain/billing-code-traits';
import { AppError, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { recordChanges } from '#request/record-changes.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { codes } from './code-repo.ts';
import { presentCode } from './code-view.ts';
import { readSubdivisions, type Subdivisions } from './heading-repo.ts';
import { findByCode } from './import-repo.ts';

const changes = recordChanges({
  table: codes,
  entityType: 'BillingCode',
  event: 'billing_code',
  activity: ({ code }) => ({
    name: `Billing code ${code}`,
    icon: 'Description',
    color: 'info',
    requiredRole: 'Admin',
  }),
  taken: {
    billing_codes_code_key: [
      'code',
      ({ codeType, code }) => `${CODE_TYPE_LABELS[codeType]} code ${code} already exists`,
    ],
  },
  missing: 'This billing code does not exist.',
  present: async (_db, row) => presentCode(row),
});

/**
 * Adds a code. Its traits default to those of its range. An existing diagnosis that gets its first longer code becomes a heading.
 * Throws CONFLICT if the code already exists.
 */
export const createCode = operation(billingCodeCreate, async (context, { body }) => {
  const { codeType } = body;
  const code = catalogCode(codeType, body.code);
  return inTransaction(context, async (tx) => {
    const subdivisions = await readSubdivisions(tx.db, [{ codeType, code }], { lock: true });
    const defaults = defaultCodeTraits(codeType, code, subdivisions.hasLonger({ codeType, code }));
    const traits = newTraits(body, codeType, defaults);
    const added = await changes.create(context, { ...body, code, ...traits });
    return { ...added, newHeadings: await addHeadings(context, tx, subdivisions) };
  });
});

/** Updates a code, except its type and the code itself. Throws NOT_FOUND, STALE. */
export const changeCode = operation(
  billingCodeUpdate,
  (context, { params: { id }, body: { version, ...fields } }) =>
    changes.change(context, { id, version }, (before) => ({
      ...fields,
      ...newTraits(fields, before.codeType, before),
    })),
);

/** Activates or deactivates a code. Throws NOT_FOUND, STALE. */
export const toggleCode = operation(billingCodeToggle, async (context, { params: { id }, body }) => {
  const version = body?.version;
  const billingCode = await changes.change(
    context,
    { id, version },
    (before) => ({ isActive: !before.isActive }),
    (before) => `was ${before.isActive ? 'deactivated' : 'activated'}`,
  );
  const done = billingCode.isActive ? 'activated' : 'deactivated';
  return { message: `Billing code ${done} successfully`, billingCode };
});

/** Deletes a code that is not in use. Throws NOT_FOUND, IN_USE. */
export const removeCode = operation(billingCodeDelete, async (context, { params: { id } }) => {
  await changes.remove(context, id, {
    inUse: ({ code }) =>
      new AppError('IN_USE', {
        message: `Billing code ${code} is in use. It cannot be deleted, but you can deactivate it.`,
      }),
  });
  return { message: 'Billing code deleted successfully' };
});

/** Makes headings of the billable codes that got their first longer code. Returns them. */
async function addHeadings(
  context: SignedInContext,
  tx: Tx,
  { shorter, isNew }: Subdivisions,
): Promise<string[]> {
  const found = await findByCode(tx.db, shorter.filter(isNew), { lock: true });
  const headings = found.filter(({ isBillable }) => isBillable);
  for (const { id } of headings)
    await changes.change(
      context,
      { id, version: undefined },
      () => ({ isBillable: false }),
      () => 'became a heading',
    );
  return headings.map(({ code }) => code);
}

/** The changed traits. Throws VALIDATION if a code of the type cannot have them. */
function newTraits(sent: TraitChange, codeType: CodeType, was: CodeTraits): CodeTraits {
  const traits = changedTraits(codeType, was, sent);
  if ('trouble' in traits) throw fieldError(traits.field, traits.trouble);
  return traits;
}
