-- SuperAdmins are notified when an account is reset on the server's console.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('MessageAssigned', 'MessageCompleted',
  'MessageUnassigned', 'OrderUnassigned', 'DictationSigned', 'TimecardCorrected', 'PermissionExpiring', 'PermissionExpired',
  'WebhookPaused', 'EmailChanged', 'AdminReset'));

-- The fingerprint of the master key whose recovery sheet was printed last.
alter table practice add column sheet_fingerprint bytea;
