import { addDays, mondayOf } from '@portal/domain/calendar';
import { formatDateUs, isDateOnly } from '@portal/domain/date';

/** The Monday of the date in the URL, or of the current week. */
export function chosenWeek(text: string, today: string): string {
  return isDateOnly(text) ? mondayOf(text) : mondayOf(today);
}

/** The date in the URL, or today. */
export const chosenDay = (text: string, today: string): string => (isDateOnly(text) ? text : today);

/** "11/16/2026 – 11/22/2026". */
export const weekText = (monday: string): string =>
  `${formatDateUs(monday)} – ${formatDateUs(addDays(monday, 6))}`;
