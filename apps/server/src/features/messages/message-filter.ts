import type { messageExport } from '@portal/contract/messages';
import type { BodyOf } from '@portal/contract/endpoint';
import { addDays, startOfDay } from '@portal/domain/calendar';
import { dayIn } from '@portal/domain/date';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { listFormerAssignees } from './assignable-repo.ts';
import type { MessageFilter } from './message-list-repo.ts';

type Query = Omit<BodyOf<typeof messageExport>, 'search'>;

/** The filter of a list, with the days of its calls in the practice's time zone. Throws VALIDATION if they end before they start. */
export async function messageFilter(
  { deps: { db, config }, user, now }: SignedInContext,
  { myMessages, unassigned, open, startDate, endDate, ...filter }: Query,
): Promise<MessageFilter> {
  const { timeZone } = config.practice;
  const day = (text: string | undefined) => (text === undefined ? undefined : dayIn(timeZone, text));
  const range = { startDate: day(startDate), endDate: day(endDate) };
  if (range.startDate !== undefined && range.endDate !== undefined && range.endDate < range.startDate)
    throw fieldError('endDate', 'The end date is before the start date');
  return {
    ...filter,
    ...(open ? { isOpen: true } : {}),
    ...(myMessages ? { assignedToUserId: user.id } : {}),
    ...(unassigned ? { formerAssignees: await listFormerAssignees(db, now) } : {}),
    ...rangeOf(timeZone, range),
  };
}

/** The moments of a range of days. */
export const rangeOf = (
  timeZone: string,
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
) => ({
  from: startDate === undefined ? undefined : new Date(startOfDay(timeZone, startDate)),
  // The last supported day has no next day.
  before:
    endDate === undefined || endDate === '9999-12-31'
      ? undefined
      : new Date(startOfDay(timeZone, addDays(endDate, 1))),
});
