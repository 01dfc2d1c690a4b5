import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type {
  ProviderTitle,
  titleCreate,
  titleSearch,
  titleToggle,
  titleUpdate,
} from '@portal/contract/titles';
import { clampPage } from '@portal/domain/list';
import { changedValues } from '#audit/audit-entry.ts';
import { violatedConstraint } from '#db/database-errors.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#http/versions.ts';
import {
  countUsersWithTitle,
  countTitles,
  deleteTitle,
  insertTitle,
  listTitles,
  lockTitle,
  updateTitle,
  type TitleColumns,
  type TitleRow,
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
  return { items: (await listTitles(db, filter, page)).map((row) => presentTitle(row)), totalCount };
}

/** Adds a title. Throws CONFLICT if it already exists. */
export async function createTitle(
  context: SignedInContext,
  body: BodyOf<typeof titleCreate>,
): Promise<ProviderTitle> {
  return inTransaction(context, async (tx) => {
    const row = await withUniqueTitle(() => insertTitle(tx.db, columns(body)));
    tx.audit({ action: 'Created', entityType: 'Title', entityId: row.id, newValues: auditFields(row) });
    announce(tx, row, 'was added');
    return presentTitle(row);
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
    return presentTitle(await change(tx, before, columns(fields), 'was changed'));
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
    const done = before.is_active ? 'deactivated' : 'activated';
    const row = await change(tx, before, { is_active: !before.is_active }, `was ${done}`);
    return { message: `Title "${row.code}" ${done} successfully`, title: presentTitle(row) };
  });
}

/** Deletes a title that no user has. Throws NOT_FOUND, IN_USE. */
export async function removeTitle(context: SignedInContext, id: string): Promise<{ message: string }> {
  return inTransaction(context, async (tx) => {
    const row = await lockTitle(tx.db, id);
    if (row === undefined) throw notFound('This title does not exist.');
    const holders = await countUsersWithTitle(tx.db, row.code);
    if (holders > 0)
      throw new AppError('IN_USE', {
        message:
          `${holders === 1 ? '1 user has' : `${holders} users have`} the title "${row.code}". ` +
          'It cannot be deleted, but you can deactivate it.',
      });
    await deleteTitle(tx.db, id);
    tx.audit({ action: 'Deleted', entityType: 'Title', entityId: id, oldValues: auditFields(row) });
    announce(tx, row, 'was deleted');
    return { message: `Title "${row.code}" deleted successfully` };
  });
}

async function lockCurrent(
  context: SignedInContext,
  tx: Tx,
  id: string,
  version: number | undefined,
): Promise<TitleRow> {
  const row = await lockTitle(tx.db, id);
  if (row === undefined) throw notFound('This title does not exist.');
  checkVersion(context, version, presentTitle(row));
  return row;
}

async function change(
  tx: Tx,
  before: TitleRow,
  changed: Partial<TitleColumns>,
  happened: string,
): Promise<TitleRow> {
  const row = await withUniqueTitle(() => updateTitle(tx.db, before.id, changed));
  tx.audit({
    action: 'Updated',
    entityType: 'Title',
    entityId: row.id,
    ...changedValues(auditFields(before), auditFields(row)),
  });
  announce(tx, row, happened);
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

const columns = (fields: BodyOf<typeof titleCreate>): TitleColumns => ({
  code: fields.code,
  description: fields.description,
  display_order: fields.displayOrder,
  is_active: fields.isActive,
});

const auditFields = (row: TitleRow) => ({
  code: row.code,
  description: row.description,
  displayOrder: row.display_order,
  isActive: row.is_active,
});

const presentTitle = (row: TitleRow): ProviderTitle => ({
  id: row.id,
  code: row.code,
  description: row.description,
  displayOrder: row.display_order,
  isActive: row.is_active,
  version: row.version,
});

function announce(tx: Tx, row: TitleRow, happened: string): void {
  tx.activity({
    description: `Title ${row.code} ${happened}`,
    icon: 'People',
    color: 'info',
    entityType: 'Title',
    entityId: row.id,
    requiredRole: 'Admin',
  });
}
