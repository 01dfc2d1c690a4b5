import {
  CHARGE_STATUSES,
  chargeRange,
  isTooLong,
  MAX_CHARGE_DAYS,
  type ChargeStatus,
} from '@portal/domain/charges';
import { isDateOnly } from '@portal/domain/date';
import { filterQuery, type FilterValues, type ListOptions } from '#ui/list-url.ts';

const FILTERS = {
  startDate: 'text',
  endDate: 'text',
  providerId: 'id',
  locationId: 'id',
  code: 'text',
} as const;

/** URL state of the charges page, besides the tab. */
export const CHARGE_LIST = {
  sortKeys: [],
  filters: FILTERS,
} as const satisfies ListOptions<never, typeof FILTERS>;
export type ChargeFilterValues = FilterValues<typeof FILTERS>;

/** The tabs in their order: the work lists, all notes, the check, and pictures of all notes. */
export const CHARGE_TABS = [...CHARGE_STATUSES, 'all', 'check', 'statistics'] as const;
export type ChargeTab = (typeof CHARGE_TABS)[number];

/** A tab with a list of notes. */
export type ListTab = ChargeStatus | 'all';

/** The tab of the URL. */
export const tabOf = (text: string | null): ChargeTab => CHARGE_TABS.find((tab) => tab === text) ?? 'open';

/** The work list of a tab; undefined for all notes. */
export const statusOf = (tab: ChargeTab): ChargeStatus | undefined =>
  tab === 'all' || tab === 'statistics' ? undefined : tab === 'check' ? 'open' : tab;

/** The range that the filters show; without dates, the default one of the server. */
export function shownRange(
  { startDate, endDate }: Pick<ChargeFilterValues, 'startDate' | 'endDate'>,
  today: string | undefined,
) {
  if (today === undefined || rangeProblem({ startDate, endDate }, today) !== undefined)
    return { startDate, endDate };
  return chargeRange(filterQuery({ startDate, endDate }), today) ?? { startDate, endDate };
}

/** Validates the date range from the URL. */
export function rangeProblem(
  { startDate, endDate }: Pick<ChargeFilterValues, 'startDate' | 'endDate'>,
  today: string,
): string | undefined {
  if (![startDate, endDate].every((date) => date === '' || isDateOnly(date)))
    return 'Enter a date as MM/DD/YYYY';
  const range = chargeRange(filterQuery({ startDate, endDate }), today);
  if (range === null) return 'Before the start date';
  return isTooLong(range) ? `At most ${MAX_CHARGE_DAYS} days` : undefined;
}
