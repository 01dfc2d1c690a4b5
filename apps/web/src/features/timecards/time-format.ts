import { dateIn, formatDateUs, zonedParts } from '@portal/domain/date';

const pad = (value: number) => String(value).padStart(2, '0');

/** Formats seconds for a running clock, "08:05:09". */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${pad(Math.floor(whole / 3600))}:${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
}

/** Formats the time of day in the time zone, 24-hour: "08:05", optionally with seconds. */
export function timeText(zone: string, moment: string | Date, withSeconds = false): string {
  const { hour, minute, second } = zonedParts(moment, zone);
  return `${pad(hour)}:${pad(minute)}${withSeconds ? `:${pad(second)}` : ''}`;
}

/** Formats the end of something that started on `day`, with the date if it ends on another day: "01:10 on 11/22/2026". */
export function endText(zone: string, day: string, moment: string): string {
  const endDay = dateIn(zone, moment);
  return endDay === day ? timeText(zone, moment) : `${timeText(zone, moment)} on ${formatDateUs(endDay)}`;
}

/** "1 minute", "30 minutes". */
export const minutesText = (minutes: number): string => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
