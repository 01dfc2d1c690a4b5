import { twoFactorPolicyGet, twoFactorPolicyUpdate } from '@portal/contract/required-two-factor';
import type { RoleName } from '@portal/domain/roles';
import type { Api } from './api.ts';

/** Requires 2FA for exactly these roles. A journey must end with none, because others share its portal. */
export async function requireTwoFactor(
  api: Api,
  roles: readonly RoleName[],
  graceDays: number,
): Promise<void> {
  const token = await api.superToken();
  const policy = await api.succeed(twoFactorPolicyGet, {}, token);
  const requiredRoleIds = policy.roles.flatMap(({ roleId, roleName }) =>
    roles.some((role) => role === roleName) ? [roleId] : [],
  );
  const { version } = policy;
  const body = { requiredRoleIds, graceDays, reason: 'Agreed for a journey', version };
  await api.succeed(twoFactorPolicyUpdate, { body }, token);
}
