const HOUR_MS = 3_600_000;
const ago = new Intl.RelativeTimeFormat('en-US');

/** How long ago a moment was: minutes, then hours, then days. */
export function ageText(at: string, now: number): string {
  const ms = now - Date.parse(at);
  if (ms < HOUR_MS) return ago.format(-Math.max(0, Math.floor(ms / 60_000)), 'minute');
  if (ms < 48 * HOUR_MS) return ago.format(-Math.floor(ms / HOUR_MS), 'hour');
  return ago.format(-Math.floor(ms / (24 * HOUR_MS)), 'day');
}
