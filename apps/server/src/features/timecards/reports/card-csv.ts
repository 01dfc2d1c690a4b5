import type { ListedTimecard } from '@portal/contract/timecards';
import type { CsvValue } from '@portal/domain/csv';
import { formatFileTime, type PracticeClock } from '@portal/domain/clock';
import { formatDateUs } from '@portal/domain/date';
import { correctionText, OWN_CORRECTION_TEXT, UNCONFIRMED_TEXT } from '@portal/domain/timecard';
import { formatHours } from '@portal/domain/work-time';

/** The columns of exported cards, those of the screen. */
export function cardCsvColumns(
  practice: PracticeClock,
): Readonly<Record<string, (card: ListedTimecard) => CsvValue>> {
  const at = (moment: string | null) => (moment === null ? '' : formatFileTime(moment, practice.timeZone));
  return {
    Date: (card) => formatDateUs(card.workDate),
    'Clock In': (card) => at(card.clockInTime),
    'Clock Out': (card) => at(card.clockOutTime),
    Lunch: (card) => (card.lunchDuration === null ? '' : formatHours(card.lunchDuration)),
    'Total Hours': (card) => formatHours(card.totalHours),
    Status: (card) => (card.isComplete ? 'Complete' : 'In Progress'),
    Notes: (card) => card.notes,
    Unconfirmed: (card) => (card.isUnconfirmed ? UNCONFIRMED_TEXT : ''),
    'Own Correction': (card) => (card.isOwnCorrection ? OWN_CORRECTION_TEXT : ''),
    Correction: (card) => (card.lastCorrection === null ? '' : correctionText(card.lastCorrection, practice)),
    // The last column, so that the others keep their places.
    'Hours in Range': (card) => formatHours(card.hoursInRange ?? card.totalHours),
  };
}
