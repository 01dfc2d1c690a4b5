import { formatDateUs } from '@portal/domain/date';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';

const pad = (value: number) => String(value).padStart(2, '0');

/** Formats seconds for a running clock, "08:05:09". */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${pad(Math.floor(whole / 3600))}:${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
}

/** Formats the end of something that started on `day`, with the date if it ends on another day: "1:10 AM on 11/22/2026". */
export function endText(times: PracticeTimes, day: string, moment: string): string {
  const endDay = times.date(moment);
  return endDay === formatDateUs(day) ? times.time(moment) : `${times.time(moment)} on ${endDay}`;
}

/** "1 minute", "30 minutes". */
export const minutesText = (minutes: number): string => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
