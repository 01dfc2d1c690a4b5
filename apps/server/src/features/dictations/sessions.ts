import type { BodyOf } from '@portal/contract/endpoint';
import type { DictationSession, dictationSessionSave } from '@portal/contract/dictations';
import { todayIn } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import type { SignedInContext } from '#request/context.ts';
import { requireLocation } from '#features/offices/index.ts';
import { requireProvider } from '#features/users/index.ts';

const today = ({ deps, now }: SignedInContext) => todayIn(deps.config.practice.timeZone, now);

/** Gets the caller's session for today in the practice's time zone, or null. */
export function getSession(context: SignedInContext): Promise<DictationSession | null> {
  return findSession(context.deps.db, context.user.id, today(context));
}

async function findSession(db: Db, userId: string, day: string): Promise<DictationSession | null> {
  const row = await db
    .selectFrom('dictation_sessions as s')
    .innerJoin('users as u', 'u.id', 's.provider_id')
    .innerJoin('offices as o', 'o.id', 's.location_id')
    .select([
      's.provider_id',
      'u.first_name',
      'u.last_name',
      's.location_id',
      'o.name as location_name',
      's.session_date',
    ])
    .where('s.user_id', '=', userId)
    .where('s.day', '=', day)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    providerId: row.provider_id,
    providerName: fullName(row.first_name, row.last_name),
    locationId: row.location_id,
    locationName: row.location_name,
    sessionDate: row.session_date,
  };
}

/** Saves the caller's session settings for today. Throws VALIDATION for an inactive provider or location. */
export async function saveSession(
  context: SignedInContext,
  { providerId, locationId, sessionDate }: BodyOf<typeof dictationSessionSave>,
): Promise<DictationSession> {
  return inTransaction(context, async (tx) => {
    await requireProvider(tx.db, providerId, 'providerId');
    const locationName = await requireLocation(context, tx.db, locationId, 'locationId');
    const columns = {
      provider_id: providerId,
      location_id: locationId,
      session_date: sessionDate,
      updated_at: context.now,
    };
    const day = today(context);
    await tx.db
      .insertInto('dictation_sessions')
      .values({ user_id: context.user.id, day, ...columns })
      .onConflict((conflict) => conflict.columns(['user_id', 'day']).doUpdateSet(columns))
      .execute();
    const { first_name, last_name } = await tx.db
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('id', '=', providerId)
      .executeTakeFirstOrThrow();
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: context.user.id,
      newValues: { dictationSession: { day, providerId, locationId, sessionDate } },
    });
    return {
      providerId,
      providerName: fullName(first_name, last_name),
      locationId,
      locationName,
      sessionDate,
    };
  });
}
