import type { ChangedUser } from '@portal/contract/users';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';

/** Warning before deactivating a user who is clocked in. */
export const clockedInText = (firstName: string, since: string, times: PracticeTimes): string =>
  `${firstName} has been clocked in since ${times.dateTime(since)}. Deactivating closes the timecard now, with the reason “deactivated”.`;

/** Suffix for the success message that names the closed timecard; empty if there was none. */
export const closedText = (card: ChangedUser['closedTimecard'], times: PracticeTimes): string =>
  card === null
    ? ''
    : `, and the timecard open since ${times.dateTime(card.clockInTime)} was closed at ${times.dateTime(card.clockOutTime)}`;
