import type { QueryOf } from '@portal/contract/endpoint';
import type { chargeCheck, chargeTotals } from '@portal/contract/charges';
import { chargeRange, isTooLong, lastUnsignedDate, MAX_CHARGE_DAYS } from '@portal/domain/charges';
import { dayIn, todayIn } from '@portal/domain/date';
import { passesRoleCheck } from '@portal/domain/roles';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import type { ChargeFilter } from './charge-filter-repo.ts';

type RangeQuery = QueryOf<typeof chargeCheck>;

/** The filter without a status. Throws VALIDATION for a range that is reversed or too long. */
export function rangeFilter(
  context: SignedInContext,
  query: RangeQuery,
): Omit<ChargeFilter, 'status' | 'unsignedUpTo'> {
  const { user, deps, now } = context;
  const { timeZone } = deps.config.practice;
  const day = (text: string | undefined) => (text === undefined ? undefined : dayIn(timeZone, text));
  const range = chargeRange(
    { startDate: day(query.startDate), endDate: day(query.endDate) },
    todayIn(timeZone, now),
  );
  if (range === null) throw fieldError('endDate', 'The end date is before the start date');
  if (isTooLong(range)) throw fieldError('endDate', `Choose at most ${MAX_CHARGE_DAYS} days`);
  return {
    ...range,
    // Providers see only their own notes, even if they ask for another provider.
    onlyProviderId: passesRoleCheck(user.roles, ['Admin']) ? null : user.id,
    providerId: query.providerId,
    locationId: query.locationId,
  };
}

/** The filter of a list. Throws like `rangeFilter`. */
export function chargeFilter(
  context: SignedInContext,
  { status, code, ...query }: QueryOf<typeof chargeTotals>,
): ChargeFilter {
  const today = todayIn(context.deps.config.practice.timeZone, context.now);
  return {
    ...rangeFilter(context, query),
    code: code || undefined,
    status,
    unsignedUpTo: lastUnsignedDate(today),
  };
}
