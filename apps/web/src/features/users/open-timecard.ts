import type { ChangedUser } from '@portal/contract/users';
import { formatDateTimeUs } from '@portal/domain/date';

/** Says before somebody is deactivated that they are at work and what becomes of the timecard. */
export const clockedInText = (firstName: string, since: string, zone: string | undefined): string =>
  `${firstName} has been clocked in since ${formatDateTimeUs(since, zone)}. Deactivating closes the timecard now, with the reason “deactivated”.`;

/** Says afterwards which timecard was closed; blank when there was none. */
export const closedText = (card: ChangedUser['closedTimecard'], zone: string | undefined): string =>
  card === null
    ? ''
    : `, and the timecard open since ${formatDateTimeUs(card.clockInTime, zone)} was closed at ${formatDateTimeUs(card.clockOutTime, zone)}`;
