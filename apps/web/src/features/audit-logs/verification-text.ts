import type { AuditVerification } from '@portal/contract/audit';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';

const numbers = new Intl.NumberFormat('en-US');
type FirstBad = NonNullable<AuditVerification['firstBad']>;

/** The result of a finished verification, with the number of entries and the time. */
export function outcomeText(
  { outcome, finishedAt, checkedEntries, startedAt }: AuditVerification,
  times: PracticeTimes,
): string {
  const when = times.dateTime(finishedAt ?? startedAt);
  const entries = numbers.format(checkedEntries);
  if (outcome === 'intact') return `All ${entries} entries checked, ${when}`;
  return outcome === 'failed' ? `The verification did not finish, ${when}` : `Checked ${when}`;
}

/** "1,200 of 50,000 entries". */
export const progressText = ({ checkedEntries, totalEntries }: AuditVerification): string =>
  `${numbers.format(checkedEntries)} of ${numbers.format(totalEntries)} entries`;

/** From 0 to 100. */
export const progressPercent = ({ checkedEntries, totalEntries }: AuditVerification): number =>
  totalEntries === 0 ? 0 : Math.min(100, (checkedEntries / totalEntries) * 100);

const WHAT: Readonly<Record<Exclude<FirstBad['tampering'], 'earlier check'>, string>> = {
  changed: 'has been changed',
  removed: 'is missing',
  reordered: 'is out of order',
  inserted: 'was not written by the portal',
  'cut off': 'and all later entries are missing',
};

/** Describes the first bad entry: "Entry 12 of chain 3, written 11/20/2026 10:02:11, has been changed." */
export function firstBadText(
  { chain, sequence, tampering, timestamp }: FirstBad,
  times: PracticeTimes,
): string {
  if (tampering === 'earlier check') return 'The record of an earlier verification has been changed.';
  const written = timestamp === null ? '' : `, written ${times.timestamp(timestamp)},`;
  return `Entry ${numbers.format(sequence)} of chain ${chain}${written} ${WHAT[tampering]}.`;
}
