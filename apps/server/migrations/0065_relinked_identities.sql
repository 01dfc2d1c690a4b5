-- When another identity with the user's verified address was last refused.
alter table sso_identities add column refused_at timestamptz;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('MessageAssigned', 'MessageCompleted',
  'MessageUnassigned', 'OrderUnassigned', 'DictationSigned', 'TimecardCorrected', 'PermissionExpiring', 'PermissionExpired',
  'WebhookPaused', 'EmailChanged', 'AdminReset', 'SignOnRelinked'));
