import type { BodyOf } from '@portal/contract/endpoint';
import {
  type ProviderTitle,
  type titleCreate,
  titleDelete,
  titleSearch,
  titleToggle,
  titleUpdate,
} from '@portal/contract/titles';
import { clampPage } from '@portal/domain/list';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { recordChanges } from '#request/record-changes.ts';
import { operation } from '#http/operation.ts';
import { countTitles, countUsersWithTitle, listTitles, titles } from './title-repo.ts';

/** Shorter terms do not filter. */
const MIN_SEARCH_LENGTH = 2;

const changes = recordChanges({
  table: titles,
  entityType: 'Title',
  event: 'title',
  activity: ({ code }) => ({ name: `Title ${code}`, icon: 'People', color: 'info', requiredRole: 'Admin' }),
  taken: { titles_code_key: ['code', () => 'This title already exists'] },
  missing: 'This title does not exist.',
  present: async (_db, row) => row,
});

/** Gets a page of titles in display order. */
export const searchTitles = operation(titleSearch, async (context, { body }) => {
  const { db } = context.deps;
  const words =
    body.searchTerm.length < MIN_SEARCH_LENGTH
      ? []
      : body.searchTerm.split(/\s+/u).filter((word) => word !== '');
  const filter = { words, isActive: body.isActive };
  const totalCount = await countTitles(db, filter);
  const page = clampPage({ page: body.pageNumber, pageSize: body.pageSize, totalCount });
  return { items: await listTitles(db, filter, page), totalCount };
});

/** Adds a title. Throws CONFLICT if it already exists. */
export const createTitle = (
  context: SignedInContext,
  body: BodyOf<typeof titleCreate>,
): Promise<ProviderTitle> => changes.create(context, body);

/** Updates a title, also for the users who have it. Throws NOT_FOUND, STALE, CONFLICT. */
export const changeTitle = operation(
  titleUpdate,
  (context, { params: { id }, body: { version, ...fields } }) =>
    changes.change(context, { id, version }, () => fields),
);

/** Activates or deactivates a title. Users who have it keep it. Throws NOT_FOUND, STALE. */
export const toggleTitle = operation(titleToggle, async (context, { params: { id }, body }) => {
  const version = body?.version;
  const title = await changes.change(
    context,
    { id, version },
    (before) => ({ isActive: !before.isActive }),
    (before) => `was ${before.isActive ? 'deactivated' : 'activated'}`,
  );
  const done = title.isActive ? 'activated' : 'deactivated';
  return { message: `Title "${title.code}" ${done} successfully`, title };
});

/** Deletes a title that no user has. Throws NOT_FOUND, IN_USE. */
export const removeTitle = operation(titleDelete, async (context, { params: { id } }) => {
  const { code } = await changes.remove(context, id, { check: requireUnused });
  return { message: `Title "${code}" deleted successfully` };
});

async function requireUnused(db: Db, { code }: ProviderTitle): Promise<void> {
  const users = await countUsersWithTitle(db, code);
  if (users === 0) return;
  throw new AppError('IN_USE', {
    message:
      `${users === 1 ? '1 user has' : `${users} users have`} the title "${code}". ` +
      'It cannot be deleted, but you can deactivate it.',
  });
}
