/** What users are notified about, in the order of the settings. */
export const NOTIFICATION_KINDS = [
  'MessageAssigned',
  'MessageCompleted',
  'MessageUnassigned',
  'OrderUnassigned',
  'DictationSigned',
  'CoSignatureRequested',
  'CoSignatureReturned',
  'TimecardCorrected',
  'PermissionExpiring',
  'PermissionExpired',
  'WebhookPaused',
  'CodesEnding',
  'EmailChanged',
  'AdminReset',
  'SignOnRelinked',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Whether users may turn a kind off: not what protects their account. */
export const isMutable = (kind: NotificationKind): boolean =>
  kind !== 'EmailChanged' && kind !== 'AdminReset' && kind !== 'SignOnRelinked';

/** Notifications are removed after this many days. */
export const NOTIFICATION_DAYS = 30;

/** Users are notified this many days before a permission override expires. */
export const EXPIRY_NOTICE_DAYS = 3;

/** Administrators are notified this many days before the newest loaded edition of an official code file ends. */
export const CODE_NOTICE_DAYS = 30;
