import {
  activePayerLimits,
  payerLimitAddKnown,
  payerLimitCreate,
  payerLimitDelete,
  payerLimitList,
  payerLimitToggle,
  payerLimitUpdate,
  type SavedLimit,
} from '@portal/contract/payer-limits';
import { clampPage } from '@portal/domain/list';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { recordChanges } from '#request/record-changes.ts';
import { inTransaction } from '#request/transaction.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import { KNOWN_LIMITS } from './known-limits.ts';
import { countLimits, insertMissing, listActiveLimits, listLimits, payerLimits } from './limit-repo.ts';

const changes = recordChanges({
  table: payerLimits,
  entityType: 'PayerLimit',
  event: 'payer_limit',
  activity: ({ name, payer, policy }) => ({
    name: `Payer limit ${name} (${payer} ${policy})`,
    icon: 'Description',
    color: 'info',
    requiredRole: 'Admin',
  }),
  taken: { payer_limits_key: ['name', () => 'This rule already exists'] },
  missing: 'This rule does not exist.',
  present: async (_db, row) => row,
});

/** Gets a page of the rules, by payer and procedure. */
export const getLimits = operation(payerLimitList, async ({ deps }, { query }) => {
  const words = query.search.split(/\s+/u).filter((word) => word !== '');
  const totalCount = await countLimits(deps.db, words);
  return { items: await listLimits(deps.db, words, clampPage({ ...query, totalCount })), totalCount };
});

/** Lists the rules that are switched on. */
export const getActiveLimits = operation(activePayerLimits, ({ deps }) => listActiveLimits(deps.db));

/** Adds a rule. Throws CONFLICT if it already exists. */
export const createLimit = operation(payerLimitCreate, (context, { body }) => {
  requireOrder(body);
  return changes.create(context, body);
});

/** Changes a rule. Throws NOT_FOUND, STALE, CONFLICT. */
export const changeLimit = operation(
  payerLimitUpdate,
  (context, { params: { id }, body: { version, ...fields } }) =>
    changes.change(context, { id, version }, (before) => {
      requireOrder(withChange(payerLimits.valuesOf(before), fields));
      return fields;
    }),
);

/** Switches a rule on or off. Throws NOT_FOUND, STALE. */
export const toggleLimit = operation(payerLimitToggle, async (context, { params: { id }, body }) => {
  const limit = await changes.change(
    context,
    { id, version: body?.version },
    (before) => ({ isActive: !before.isActive }),
    (before) => `was switched ${before.isActive ? 'off' : 'on'}`,
  );
  return { message: `"${limit.name}" is ${limit.isActive ? 'on' : 'off'}`, limit };
});

/** Deletes a rule. Throws NOT_FOUND. */
export const removeLimit = operation(payerLimitDelete, async (context, { params: { id } }) => {
  const { name } = await changes.remove(context, id, {});
  return { message: `"${name}" deleted` };
});

/** Adds the rules that the portal knows and the practice does not have, switched off. */
export const addKnownLimits = (context: SignedInContext): Promise<number> =>
  inTransaction(context, async (tx) => {
    const added = await insertMissing(tx.db, KNOWN_LIMITS);
    for (const { id, ...newValues } of added)
      tx.audit({ action: 'Created', entityType: 'PayerLimit', entityId: id, newValues });
    if (added.length === 0)
      tx.audit({ action: 'Created', entityType: 'PayerLimit', entityId: null, newValues: { added: 0 } });
    return added.length;
  });

export const addKnown = operation(payerLimitAddKnown, async (context) => ({
  added: await addKnownLimits(context),
}));

function requireOrder({ validFrom, validTo }: Pick<SavedLimit, 'validFrom' | 'validTo'>): void {
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    throw fieldError('validTo', 'Valid to cannot be before Valid from');
}
