import type { Instant } from '@portal/domain/date';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';

/** A date and time in the practice's time zone and on its clock. */
export function Moment({ at }: { readonly at: Instant }) {
  return usePracticeTimes().dateTime(at);
}
