import type { OneSidedModifier } from '@portal/domain/template/modifiers';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

/** Finds what is suggested on a one-sided transforaminal note. */
export async function findOneSidedModifier(db: Db): Promise<OneSidedModifier> {
  const row = await db
    .selectFrom('suggestion_settings')
    .select('one_sided_modifier')
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return row?.one_sided_modifier ?? '50';
}

/** Stores what is suggested on a one-sided transforaminal note. */
export async function saveOneSidedModifier(
  db: Db,
  modifier: OneSidedModifier,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  const values = { one_sided_modifier: modifier, updated_by: by, updated_at: now };
  await db
    .insertInto('suggestion_settings')
    .values(values)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(values))
    .execute();
}
