import type { BodyOf } from '@portal/contract/endpoint';
import type { auditExport } from '@portal/contract/audit';
import { auditSynonyms } from '@portal/domain/audit-log';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { isDateOnly } from '@portal/domain/date';
import { fieldError } from '#platform/app-error.ts';
import type { EntryFilter } from './entry-repo.ts';

/** The filters of a request. */
export type GivenFilter = BodyOf<typeof auditExport>;

/**
 * Converts the filters of a request. Dates are in the practice's time zone, and both ends are inclusive. Throws VALIDATION on
 * `endDate` if the range ends before it starts.
 */
export function entryFilter(given: GivenFilter, timeZone: string): EntryFilter {
  const { action, entityType, userId, userType, patientId, reason, ipAddress } = given;
  return {
    ...timeRange(given, timeZone),
    entityType,
    userId,
    userType,
    patientId,
    reason,
    addresses: ipAddress,
    actions: action === undefined ? undefined : auditSynonyms(action),
  };
}

/** The range of the dates of a request. Throws VALIDATION like `entryFilter`. */
export function timeRange(
  { startDate, endDate }: Pick<GivenFilter, 'startDate' | 'endDate'>,
  timeZone: string,
): Pick<EntryFilter, 'from' | 'before'> {
  const from = startDate === undefined ? null : firstMoment(startDate, timeZone);
  const before = endDate === undefined ? null : momentAfter(endDate, timeZone);
  if (from !== null && before !== null && before <= from)
    throw fieldError('endDate', 'The end date must not be before the start date');
  return { from, before };
}

function firstMoment(text: string, timeZone: string): Date {
  return new Date(isDateOnly(text) ? startOfDay(timeZone, text) : text);
}

/** Entries have millisecond timestamps, so the exclusive end of a range is one millisecond later. */
function momentAfter(text: string, timeZone: string): Date {
  if (!isDateOnly(text)) return new Date(new Date(text).getTime() + 1);
  // The last supported day has no next day.
  return text === '9999-12-31'
    ? new Date('9999-12-31T23:59:59.999Z')
    : new Date(startOfDay(timeZone, addDays(text, 1)));
}

/** The filters that are set, for the audit entry of a list or export. */
export function filterValues(given: GivenFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
