-- When a person entered or confirmed the email address; null if the portal generated it. Only confirmed addresses link to single
-- sign-on. The portal generates USERNAME@DOMAIN, so an existing address with another name was entered by a person.
alter table users add column email_confirmed_at timestamptz;
update users set email_confirmed_at = now() where lower(split_part(email, '@', 1)) <> lower(user_name);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('MessageAssigned', 'MessageCompleted',
  'DictationSigned', 'TimecardCorrected', 'PermissionExpiring', 'PermissionExpired', 'WebhookPaused', 'EmailChanged'));
