import { STARTER_TITLES } from '@portal/starter/titles';
import type { Transaction } from 'kysely';
import type { Database } from '@portal/server/db/schema';

/** Titles in addition to the standard ones. */
const TITLES = [
  ...STARTER_TITLES.map(({ code, description }) => [code, description, true] as const),
  ['PA', 'Physician Assistant', false],
] as const;

/** Adds the practice’s additional provider titles. */
export async function insertDemoTitles(tx: Transaction<Database>): Promise<void> {
  const { last } = await tx
    .selectFrom('titles')
    .select((eb) => eb.fn.coalesce(eb.fn.max('display_order'), eb.val(0)).as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('titles')
    .values(
      TITLES.map(([code, description, isActive], index) => ({
        code,
        description,
        display_order: last + index + 1,
        is_active: isActive,
      })),
    )
    .execute();
}
