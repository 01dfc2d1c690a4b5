import { addDays, daysBetween, mondayOf } from '@portal/domain/calendar';
import { formatDateUs } from '@portal/domain/date';
import type { PictureRow } from './picture-rows.ts';

/** A range of days, YYYY-MM-DD and inclusive. */
export interface DayRange {
  readonly startDate: string;
  readonly endDate: string;
}

/** More days are shown as weeks, and more weeks as months. */
const MOST_DAYS = 31;
const MOST_WEEKS = 27;

/** The days, weeks from Monday on, or months of a range, as many as a picture has room for. */
export function groupDays({ startDate, endDate }: DayRange): readonly DayRange[] {
  const days = daysBetween(startDate, endDate) + 1;
  const groups: DayRange[] = [];
  for (let day = startDate; day <= endDate; day = addDays(groups.at(-1)?.endDate ?? endDate, 1)) {
    const last =
      days <= MOST_DAYS ? day : days <= MOST_WEEKS * 7 ? addDays(mondayOf(day), 6) : lastOfMonth(day);
    groups.push({ startDate: day, endDate: last < endDate ? last : endDate });
  }
  return groups;
}

/** The first day that is in another month, less one. */
function lastOfMonth(day: string): string {
  const next = addDays(`${day.slice(0, 7)}-28`, 4);
  return addDays(`${next.slice(0, 7)}-01`, -1);
}

/** The rows of a picture with what was counted on days, by groups of days. */
export function dayRows(
  counts: readonly { readonly date: string; readonly notes: number }[],
  groups: readonly DayRange[],
  to: (range: DayRange) => string | undefined,
): PictureRow[] {
  return groups.map((range) => ({
    id: range.startDate,
    label:
      range.startDate === range.endDate
        ? formatDateUs(range.startDate)
        : `${formatDateUs(range.startDate)} – ${formatDateUs(range.endDate)}`,
    tick: formatDateUs(range.startDate).slice(0, 5),
    values: [
      counts.reduce(
        (sum, { date, notes }) => sum + (range.startDate <= date && date <= range.endDate ? notes : 0),
        0,
      ),
    ],
    to: to(range),
  }));
}
