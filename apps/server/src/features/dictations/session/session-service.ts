import {
  type DictationSession,
  dictationSessionCurrent,
  dictationSessionSave,
} from '@portal/contract/dictation-session';
import { todayIn } from '@portal/domain/date';
import { fullName } from '@portal/domain/person-name';
import { inTransaction } from '#request/transaction.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { requireLocation } from '#features/offices/index.ts';
import { requireProvider } from '#features/users/index.ts';
import { findSession, upsertSession, type SessionRow } from './session-repo.ts';

/** Gets the caller's session for today in the practice's time zone, or null. */
export const getSession = operation(dictationSessionCurrent, async (context) => {
  const row = await findSession(context.deps.db, context.user.id, today(context));
  return row === undefined ? null : presentSession(row);
});

/** Saves the caller's session settings for today. Throws VALIDATION for an inactive provider or location. */
export const saveSession = operation(dictationSessionSave, async (context, { body: session }) => {
  return inTransaction(context, async (tx) => {
    await requireProvider(tx.db, session.providerId, 'providerId');
    await requireLocation(context, tx.db, session.locationId, 'locationId');
    const day = today(context);
    await upsertSession(tx.db, { ...session, userId: context.user.id, day }, context.now);
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: context.user.id,
      newValues: { dictationSession: { day, ...session } },
    });
    const row = await findSession(tx.db, context.user.id, day);
    if (row === undefined) throw notFound();
    return presentSession(row);
  });
});

const today = ({ deps, now }: SignedInContext) => todayIn(deps.config.practice.timeZone, now);

const presentSession = ({ firstName, lastName, ...session }: SessionRow): DictationSession => ({
  ...session,
  providerName: fullName(firstName, lastName),
});
