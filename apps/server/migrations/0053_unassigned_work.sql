-- Users who can take it are notified of urgent work whose person can no longer do it.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('MessageAssigned', 'MessageCompleted',
  'MessageUnassigned', 'OrderUnassigned', 'DictationSigned', 'TimecardCorrected', 'PermissionExpiring', 'PermissionExpired',
  'WebhookPaused', 'EmailChanged'));
