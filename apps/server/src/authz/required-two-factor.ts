import { sql } from 'kysely';

/** SQL: whether user `u` has 2FA: an authenticator app or a passkey. */
export const hasTwoFactor = sql<boolean>`(u.totp_enabled or exists (select from passkeys pk where pk.user_id = u.id))`;

/**
 * SQL: since when user `u` has had to use 2FA, whether or not they do; null if none of their roles requires it. The latest of
 * the requirement of the role, its assignment to the user and the time 2FA was last turned off counts, and of several roles
 * the earliest. Users can change none of these while 2FA is required.
 */
export const twoFactorRequiredSince = sql<Date | null>`(
  select min(greatest(rr.two_factor_required_since, ra.assigned_at, u.two_factor_off_at))
  from user_roles ra join roles rr on rr.id = ra.role_id
  where ra.user_id = u.id and rr.two_factor_required_since is not null)`;

/** SQL: when the grace period of user `u` ends; null for users who have 2FA or do not need it. */
export const twoFactorDueAt = sql<Date | null>`(case when not ${hasTwoFactor} then
  ${twoFactorRequiredSince} + coalesce((select grace_days from two_factor_policy), 0) * interval '24 hours' end)`;
