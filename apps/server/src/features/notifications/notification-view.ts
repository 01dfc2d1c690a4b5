import type { Notification } from '@portal/contract/notifications';
import { CODE_FILE_LABELS } from '@portal/domain/code-files/kinds';
import { formatDateTime, type PracticeClock } from '@portal/domain/clock';
import { dateIn, formatDateUs } from '@portal/domain/date';
import type { NotificationKind } from '@portal/domain/notification';
import { PERMISSIONS } from '@portal/domain/permissions';
import { fullName } from '@portal/domain/person-name';
import type { NotificationRow } from './notification-repo.ts';

/** What the texts are made of; blank if the kind has none. */
interface TextParts {
  readonly who: string;
  readonly number: string;
  readonly order: string;
  readonly day: string;
  readonly permission: string;
  readonly expiration: string;
  readonly webhook: string;
  readonly account: string;
  /** "HCPCS Level II", and the last day of the edition. */
  readonly codes: string;
  readonly lastDay: string;
}

const TEXTS: Readonly<Record<NotificationKind, (parts: TextParts) => string>> = {
  MessageAssigned: ({ who, number }) => `${number} was assigned to you by ${who}`,
  MessageCompleted: ({ who, number }) => `${number}, which is assigned to you, was completed by ${who}`,
  MessageUnassigned: ({ number }) => `${number} is urgent, and its assignee can no longer open it`,
  OrderUnassigned: ({ order }) => `${order} is STAT, and its provider is no longer available`,
  DictationSigned: ({ who, day }) => `${who} signed a dictation that you entered (procedure on ${day})`,
  CoSignatureRequested: ({ who, day }) => `${who} asks for your co-signature (procedure on ${day})`,
  CoSignatureReturned: ({ who, day }) => `${who} sent a dictation back for an addendum (procedure on ${day})`,
  TimecardCorrected: ({ who, day }) => `${who} corrected your timecard of ${day}`,
  PermissionExpiring: ({ permission, expiration }) =>
    `Your permission override expires on ${expiration}: ${permission}`,
  PermissionExpired: ({ permission, expiration }) =>
    `Your permission override expired on ${expiration}: ${permission}`,
  WebhookPaused: ({ webhook }) => `The webhook ${webhook} was paused because it does not work`,
  CodesEnding: ({ codes, lastDay }) => `${codes}: the newest loaded edition is valid until ${lastDay}`,
  AdminReset: ({ account }) =>
    `The account ${account} was reset with a command on the server. If nobody in charge did this, call your IT support.`,
  SignOnRelinked: ({ who }) =>
    `${who} removed the link of your account to single sign-on. Your next single sign-on links it again. If you did not expect this, tell an administrator.`,
  EmailChanged: ({ who }) => `${who} set your email address. Check it in your profile.`,
};

/** Converts a row to the API shape. Its text names no patient and no caller. */
export function presentNotification(row: NotificationRow, practice: PracticeClock): Notification {
  const day = row.clock_in_at === null ? null : dateIn(practice.timeZone, row.clock_in_at);
  return {
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    isRead: row.read_at !== null,
    text: TEXTS[row.kind]({
      who: fullName(row.actor_first_name ?? '', row.actor_last_name ?? ''),
      number: row.message_number ?? '',
      order: row.order_number ?? '',
      day: formatDateUs(row.procedure_date ?? day),
      permission: PERMISSIONS.find(({ name }) => name === row.permission)?.description ?? '',
      expiration: row.expires_at === null ? '' : formatDateTime(row.expires_at, practice),
      webhook: row.webhook ?? '',
      account: row.account ?? '',
      codes: row.code_kind === null ? '' : CODE_FILE_LABELS[row.code_kind],
      lastDay: formatDateUs(row.edition_to),
    }),
    isUrgent: row.priority === 'Urgent' || row.kind === 'OrderUnassigned',
    entityId: row.entity_id,
    day,
  };
}
