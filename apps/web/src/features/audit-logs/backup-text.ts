import type { SystemState } from '@portal/contract/system';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';

type Backup = SystemState['backup'];
type Disk = SystemState['disks'][number];

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** A size such as 1.2 GB. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}

const HOUR_MS = 3_600_000;
const ago = new Intl.RelativeTimeFormat('en-US');

/** How long ago a moment was: minutes, then hours, then days. */
export function ageText(at: string, now: number): string {
  const ms = now - Date.parse(at);
  if (ms < HOUR_MS) return ago.format(-Math.max(0, Math.floor(ms / 60_000)), 'minute');
  if (ms < 48 * HOUR_MS) return ago.format(-Math.floor(ms / HOUR_MS), 'hour');
  return ago.format(-Math.floor(ms / (24 * HOUR_MS)), 'day');
}

/** "Last backup 11/20/2026 2:04 AM, 5 hours ago, 1.2 GB". */
export function lastBackupText({ lastGood }: Backup, times: PracticeTimes, now: number): string {
  if (lastGood === null) return 'No backup has been made yet';
  return `Last backup ${times.dateTime(lastGood.at)}, ${ageText(lastGood.at, now)}, ${sizeText(lastGood.bytes)}`;
}

/** "Free disk space: 68.0 GB for data, 1.9 TB for backups". */
export function diskText(disks: readonly Disk[]): string {
  const spaces = disks.map(({ use, freeBytes, isLow }) => {
    const text = `${sizeText(freeBytes)} for ${use}`;
    return isLow ? `${text} (almost full)` : text;
  });
  return `Free disk space: ${spaces.join(', ')}`;
}
