import { zonedParts } from '@portal/domain/date';

/** Hours in the practice’s time zone when the portal is rarely used. */
const NIGHT = { from: 1, before: 5 };
const TWELVE_HOURS_MS = 12 * 3_600_000;

/** Whether it is night in the practice’s time zone, and the last nightly check did not begin within 12 hours. */
export function isNightlyCheckDue(now: Date, timeZone: string, last: Date | undefined): boolean {
  const { hour } = zonedParts(now, timeZone);
  const isNight = hour >= NIGHT.from && hour < NIGHT.before;
  return isNight && (last === undefined || now.getTime() - last.getTime() >= TWELVE_HOURS_MS);
}
