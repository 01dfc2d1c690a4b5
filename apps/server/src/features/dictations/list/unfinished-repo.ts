import type { DictationStatus } from '@portal/domain/dictation';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { countUpTo, readListPage, type IdPage } from '#db/list-page.ts';
import { conditions, type DictationFilter } from './list-filter-repo.ts';

/** The statuses that await a signature. */
export const UNSIGNED = ['Saved', 'Completed'] as const satisfies readonly DictationStatus[];

/** The dictations that await a provider's signature. */
export const unsignedOf = (providerId: string): DictationFilter => ({
  providerId,
  statuses: UNSIGNED,
  includeInactive: false,
});

/** The dictations that await a physician's co-signature, or that of any physician. */
export const coSignaturesOf = (supervisorId: string): DictationFilter => ({
  coSignature: { state: 'Awaiting', supervisorId },
  includeInactive: false,
});

/** A provider's signed dictations that were sent back for an addendum. */
export const sentBackTo = (providerId: string): DictationFilter => ({
  providerId,
  coSignature: { state: 'Returned' },
  includeInactive: false,
});

/** Counts dictations up to a limit. */
const countWaiting = async (db: Db, filter: DictationFilter, limit: number): Promise<number> =>
  (await countUpTo(db, [sql`dictations where ${conditions(filter)}`], limit - 1)).totalCount;

export const countUnsigned = (db: Db, providerId: string, limit: number): Promise<number> =>
  countWaiting(db, unsignedOf(providerId), limit);

export const countCoSignatures = (db: Db, supervisorId: string, limit: number): Promise<number> =>
  countWaiting(db, coSignaturesOf(supervisorId), limit);

/**
 * Lists the IDs of the first dictations that a user has not finished, last edited first: autosaved texts by their draft's ID, and
 * saved drafts without autosaved text by their own.
 */
export const listUnfinishedIds = (db: Db, userId: string, pageSize: number): Promise<IdPage> =>
  readListPage(
    db,
    {
      parts: [
        sql`dictation_drafts where owner_id = ${userId} and content is not null`,
        sql`dictations where created_by = ${userId} and status = 'Draft' and is_active and not exists (
          select from dictation_drafts f
          where f.owner_id = ${userId} and f.dictation_id = dictations.id and f.content is not null)`,
      ],
      order: [
        { column: 'updated_at', descending: true },
        { column: 'id', descending: true },
      ],
    },
    { page: 1, pageSize },
  );
