import type { CheckAction, SigningCheck } from '@portal/domain/dictation/signing-checks';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';
import type { Writer } from '../dictation-repo.ts';

export interface CheckSetting {
  readonly check: SigningCheck;
  readonly action: CheckAction;
}

/** Lists the actions that administrators chose, by check. */
export async function listCheckActions(db: Db): Promise<ReadonlyMap<string, CheckAction>> {
  const rows = await db
    .selectFrom('signing_checks')
    .select(['check_id', 'action'])
    .modifyEnd(PREPARED)
    .execute();
  return new Map(rows.map(({ check_id: check, action }) => [check, action]));
}

/** Inserts or updates the actions of checks. */
export async function saveCheckActions(
  db: Db,
  settings: readonly CheckSetting[],
  { by, now }: Writer,
): Promise<void> {
  await db
    .insertInto('signing_checks')
    .values(
      settings.map(({ check, action }) => ({ check_id: check, action, updated_by: by, updated_at: now })),
    )
    .onConflict((conflict) =>
      conflict.column('check_id').doUpdateSet((eb) => ({
        action: eb.ref('excluded.action'),
        updated_by: by,
        updated_at: now,
      })),
    )
    .execute();
}
