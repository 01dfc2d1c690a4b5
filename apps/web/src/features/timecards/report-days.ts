import { addDays, mondayOf } from '@portal/domain/calendar';
import { formatDateUs, isDateOnly } from '@portal/domain/date';

/** The Monday that an address names, else the one of today's week. */
export function chosenWeek(text: string, today: string): string {
  return isDateOnly(text) ? mondayOf(text) : mondayOf(today);
}

/** The day that an address names, else today. */
export const chosenDay = (text: string, today: string): string => (isDateOnly(text) ? text : today);

/** "11/16/2026 – 11/22/2026". */
export const weekText = (monday: string): string =>
  `${formatDateUs(monday)} – ${formatDateUs(addDays(monday, 6))}`;
