import {
  MIN_REASON_SEARCH,
  AUDIT_PAGE_SIZE,
  AUDIT_PAGE_SIZES,
  AUDIT_SORT_KEYS,
  AUDIT_USER_TYPES,
  type auditExport,
} from '@portal/contract/audit';
import { AUDIT_ACTIONS, type CallInput } from '@portal/contract/endpoint';
import {
  AUDIT_ACTION_GROUPS,
  AUDIT_ENTITY_TYPES,
  auditActionLabel,
  auditLabel,
  auditSynonyms,
} from '@portal/domain/audit-log';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { isDateOnly } from '@portal/domain/date';
import type { FilterKind, FilterValues, ListOptions } from '#ui/list-url.ts';

const FILTERS = {
  entityType: AUDIT_ENTITY_TYPES,
  action: AUDIT_ACTIONS,
  userId: 'id',
  userType: AUDIT_USER_TYPES,
  patientId: 'id',
  ipAddress: 'text',
  startDate: 'text',
  endDate: 'text',
  /** The start of an hour, as an instant; it takes the place of the dates. */
  hour: 'text',
} as const;
export type AuditFilterValues = FilterValues<typeof FILTERS>;
type AuditFilter = NonNullable<CallInput<typeof auditExport>['body']>;

/** Options of the audit log list: newest first, 50 per page. */
export const AUDIT_LIST = {
  sortKeys: AUDIT_SORT_KEYS,
  defaultSort: { orderBy: 'timestamp', sortDirection: 'desc' },
  pageSizes: AUDIT_PAGE_SIZES,
  defaultPageSize: AUDIT_PAGE_SIZE,
  filters: FILTERS,
  hidesSearch: true,
} as const satisfies ListOptions<string, Record<string, FilterKind>>;

/** Filter options, the specification's values first; synonyms are one option. */
export const ENTITY_TYPE_OPTIONS = AUDIT_ENTITY_TYPES.map((value) => ({ value, label: auditLabel(value) }));
export const ACTION_OPTIONS = AUDIT_ACTION_GROUPS.map((words) => ({
  value: words[0],
  label: words.map((word) => auditActionLabel(word)).join(' / '),
}));
export const USER_TYPE_OPTIONS = [
  { value: 'user', label: 'Users' },
  { value: 'system', label: 'System' },
] as const;

/** The option that matches the action; a link may use any of its synonyms. */
export const actionChoice = (action: AuditFilterValues['action']) =>
  ACTION_OPTIONS.find(({ value }) => auditSynonyms(action).includes(value))?.value ?? '';

/** Whether the end date is before the start date. */
export const isReversed = ({
  startDate,
  endDate,
}: Pick<AuditFilterValues, 'startDate' | 'endDate'>): boolean =>
  isDateOnly(startDate) && isDateOnly(endDate) && endDate < startDate;

/**
 * The set filters as list and export expect them. Dates become instants in the practice's time zone, as the timestamps are
 * shown.
 */
export function auditFilter(values: AuditFilterValues, reason: string, zone: string): AuditFilter {
  const { entityType, action, userId, userType, patientId, ipAddress } = values;
  const hour = hourOf(values);
  return {
    ...(entityType === '' ? {} : { entityType }),
    ...(action === '' ? {} : { action }),
    ...(userId === '' ? {} : { userId }),
    ...(userType === '' ? {} : { userType }),
    ...(patientId === '' ? {} : { patientId }),
    ...(ipAddress === '' ? {} : { ipAddress }),
    ...(isSearchable(reason) ? { reason } : {}),
    ...(hour === null ? dateFilter(values, zone) : hourFilter(hour)),
  };
}

/** The start of the chosen hour in milliseconds, or null. */
export function hourOf({ hour }: Pick<AuditFilterValues, 'hour'>): number | null {
  const start = Date.parse(hour);
  return Number.isNaN(start) ? null : start;
}

const hourFilter = (start: number) => ({
  startDate: new Date(start).toISOString(),
  endDate: new Date(start + 3_600_000 - 1).toISOString(),
});

/** Whether a part of a reason is long enough to search for. */
export const isSearchable = (reason: string): boolean => Array.from(reason).length >= MIN_REASON_SEARCH;

/** The dates of a range as instants. */
export const dateFilter = (
  { startDate, endDate }: Pick<AuditFilterValues, 'startDate' | 'endDate'>,
  zone: string,
) => ({
  ...(isDateOnly(startDate) ? { startDate: new Date(startOfDay(zone, startDate)).toISOString() } : {}),
  ...(isDateOnly(endDate) ? { endDate: new Date(lastMoment(zone, endDate)).toISOString() } : {}),
});

function lastMoment(zone: string, day: string): number {
  // The last supported day has no next day.
  return day === '9999-12-31'
    ? Date.parse('9999-12-31T23:59:59.999Z')
    : startOfDay(zone, addDays(day, 1)) - 1;
}
