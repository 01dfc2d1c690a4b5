import type { ChangedUser } from '@portal/contract/users';
import { formatDateTimeUs } from '@portal/domain/date';

/** Warning before deactivating a user who is clocked in. */
export const clockedInText = (firstName: string, since: string, zone: string | undefined): string =>
  `${firstName} has been clocked in since ${formatDateTimeUs(since, zone)}. Deactivating closes the timecard now, with the reason “deactivated”.`;

/** Suffix for the success message that names the closed timecard; empty if there was none. */
export const closedText = (card: ChangedUser['closedTimecard'], zone: string | undefined): string =>
  card === null
    ? ''
    : `, and the timecard open since ${formatDateTimeUs(card.clockInTime, zone)} was closed at ${formatDateTimeUs(card.clockOutTime, zone)}`;
