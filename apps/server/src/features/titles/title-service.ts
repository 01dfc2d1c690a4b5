import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type {
  ProviderTitle,
  titleCreate,
  titleSearch,
  titleToggle,
  titleUpdate,
} from '@portal/contract/titles';
import type { ActivityEvent } from '@portal/domain/activity-event';
import { clampPage } from '@portal/domain/list';
import { changedValues } from '#audit/audit-entry.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import {
  countUsersWithTitle,
  countTitles,
  deleteTitle,
  insertTitle,
  listTitles,
  lockTitle,
  updateTitle,
  type TitleFields,
} from './title-repo.ts';

/** Shorter terms do not filter. */
const MIN_SEARCH_LENGTH = 2;

/** Gets a page of titles in display order. */
export async function searchTitles(
  context: SignedInContext,
  body: BodyOf<typeof titleSearch>,
): Promise<AnswerOf<typeof titleSearch>> {
  const { db } = context.deps;
  const words =
    body.searchTerm.length < MIN_SEARCH_LENGTH
      ? []
      : body.searchTerm.split(/\s+/u).filter((word) => word !== '');
  const filter = { words, isActive: body.isActive };
  const totalCount = await countTitles(db, filter);
  const page = clampPage({ page: body.pageNumber, pageSize: body.pageSize, totalCount });
  return { items: await listTitles(db, filter, page), totalCount };
}

/** Adds a title. Throws CONFLICT if it already exists. */
export async function createTitle(
  context: SignedInContext,
  body: BodyOf<typeof titleCreate>,
): Promise<ProviderTitle> {
  return inTransaction(context, async (tx) => {
    const row = await withUniqueTitle(() => insertTitle(tx.db, body));
    tx.audit({ action: 'Created', entityType: 'Title', entityId: row.id, newValues: auditFields(row) });
    announce(tx, row, 'title.created', 'was added');
    return row;
  });
}

/** Updates a title, also for the users who have it. Throws NOT_FOUND, STALE, CONFLICT. */
export async function changeTitle(
  context: SignedInContext,
  id: string,
  { version, ...fields }: BodyOf<typeof titleUpdate>,
): Promise<ProviderTitle> {
  return inTransaction(context, async (tx) => {
    const before = await lockCurrent(context, tx, id, version);
    return change(tx, before, fields, 'was changed');
  });
}

/** Activates or deactivates a title. Users who have it keep it. Throws NOT_FOUND, STALE. */
export async function toggleTitle(
  context: SignedInContext,
  id: string,
  version: number | undefined,
): Promise<AnswerOf<typeof titleToggle>> {
  return inTransaction(context, async (tx) => {
    const before = await lockCurrent(context, tx, id, version);
    const done = before.isActive ? 'deactivated' : 'activated';
    const title = await change(tx, before, { ...before, isActive: !before.isActive }, `was ${done}`);
    return { message: `Title "${title.code}" ${done} successfully`, title };
  });
}

/** Deletes a title that no user has. Throws NOT_FOUND, IN_USE. */
export async function removeTitle(context: SignedInContext, id: string): Promise<{ message: string }> {
  return inTransaction(context, async (tx) => {
    const row = await lockTitle(tx.db, id);
    if (row === undefined) throw notFound('This title does not exist.');
    const users = await countUsersWithTitle(tx.db, row.code);
    if (users > 0)
      throw new AppError('IN_USE', {
        message:
          `${users === 1 ? '1 user has' : `${users} users have`} the title "${row.code}". ` +
          'It cannot be deleted, but you can deactivate it.',
      });
    await deleteTitle(tx.db, id);
    tx.audit({ action: 'Deleted', entityType: 'Title', entityId: id, oldValues: auditFields(row) });
    announce(tx, row, 'title.deleted', 'was deleted');
    return { message: `Title "${row.code}" deleted successfully` };
  });
}

async function lockCurrent(
  context: SignedInContext,
  tx: Tx,
  id: string,
  version: number | undefined,
): Promise<ProviderTitle> {
  const row = await lockTitle(tx.db, id);
  if (row === undefined) throw notFound('This title does not exist.');
  checkVersion(context, version, row);
  return row;
}

async function change(
  tx: Tx,
  before: ProviderTitle,
  changed: TitleFields,
  happened: string,
): Promise<ProviderTitle> {
  const row = await withUniqueTitle(() => updateTitle(tx.db, before.id, changed));
  tx.audit({
    action: 'Updated',
    entityType: 'Title',
    entityId: row.id,
    ...changedValues(auditFields(before), auditFields(row)),
  });
  announce(tx, row, 'title.updated', happened);
  return row;
}

async function withUniqueTitle<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'titles_code_key') throw error;
    const message = 'This title already exists';
    throw new AppError('CONFLICT', { message, errors: { code: [message] } });
  }
}

const auditFields = ({ id: _id, version: _version, ...fields }: ProviderTitle) => fields;

function announce(tx: Tx, row: ProviderTitle, event: ActivityEvent, happened: string): void {
  tx.activity({
    event,
    description: `Title ${row.code} ${happened}`,
    icon: 'People',
    color: 'info',
    entityType: 'Title',
    entityId: row.id,
    requiredRole: 'Admin',
  });
}
