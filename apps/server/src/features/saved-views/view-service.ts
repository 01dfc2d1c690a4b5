import {
  MAX_VIEWS,
  type SavedView,
  viewCreate,
  viewDelete,
  viewsOfList,
  viewUpdate,
} from '@portal/contract/saved-views';
import { violatedConstraint } from '#db/database-errors.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import { conflict, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import {
  clearDefault,
  deleteView,
  findView,
  insertView,
  listViews,
  lockOwner,
  updateView,
} from './view-repo.ts';

/** Lists the caller's views of a list. */
export const getViews = operation(viewsOfList, async ({ deps, user }, { query: { list } }) => ({
  views: await listViews(deps.db, { userId: user.id, list }),
}));

/** Saves a view. Throws CONFLICT for a name that exists and above the limit. */
export const createView = operation(viewCreate, async (context, { body: { list, ...fields } }) => {
  return inTransaction(context, async (tx) => {
    const own = { userId: context.user.id, list };
    await lockOwner(tx.db, context.user.id);
    if ((await listViews(tx.db, own)).length >= MAX_VIEWS)
      throw conflict(`You already have ${MAX_VIEWS} views of this list. Delete one first.`);
    if (fields.isDefault) await clearDefault(tx.db, own, context.now);
    const view = await withUniqueName(() => insertView(tx.db, own, fields, context.now));
    record(context, tx, list, null, view);
    return view;
  });
});

/** Changes a view of the caller. Throws NOT_FOUND, STALE, and CONFLICT for a name that exists. */
export const changeView = operation(viewUpdate, async (context, { params: { id }, body }) => {
  const { version, ...fields } = body;
  return inTransaction(context, async (tx) => {
    const { before, own } = await lockView(context, tx, id);
    checkVersion(context, version, before);
    if (fields.isDefault === true && !before.isDefault) await clearDefault(tx.db, own, context.now);
    const view = await withUniqueName(() => updateView(tx.db, id, withChange(before, fields), context.now));
    record(context, tx, own.list, before, view);
    return view;
  });
});

/** Deletes a view of the caller. Throws NOT_FOUND. */
export const removeView = operation(viewDelete, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    const { before, own } = await lockView(context, tx, id);
    await deleteView(tx.db, id);
    record(context, tx, own.list, before, null);
    return undefined;
  });
});

async function lockView(context: SignedInContext, tx: Tx, id: string) {
  await lockOwner(tx.db, context.user.id);
  const before = await findView(tx.db, context.user.id, id);
  if (before === undefined) throw notFound('This view does not exist.');
  return { before, own: { userId: context.user.id, list: before.list } };
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'saved_views_name_key') throw error;
    throw conflict('You already have a view with this name.', 'name');
  }
}

/** A view is a setting of its user, like the preferences. */
function record(
  context: SignedInContext,
  tx: Tx,
  list: string,
  before: SavedView | null,
  after: SavedView | null,
): void {
  const values = (view: SavedView | null) =>
    view === null ? null : { list, view: view.name, isDefault: view.isDefault, ...view.state };
  tx.audit({
    action: 'Updated',
    entityType: 'User',
    entityId: context.user.id,
    oldValues: values(before),
    newValues: values(after),
  });
}
