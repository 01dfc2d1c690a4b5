import { Alert, Button, Skeleton, Stack } from '@mui/material';
import { apiKeyList } from '@portal/contract/api-keys';
import type { ResultOf } from '@portal/contract/endpoint';
import { twoFactorGet } from '@portal/contract/passkeys';
import type { userProfile } from '@portal/contract/users';
import { KEY_ROLES } from '@portal/domain/api-key';
import { useState } from 'react';
import { Link } from 'react-router';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { SecondFactors } from './SecondFactors.tsx';
import { SettingRow } from './SettingRow.tsx';
import { useIdentityCheck } from '#pickers/proof/use-identity-check.ts';
import { TwoFactorProofDialog, type ProofPurpose } from './TwoFactorProofDialog.tsx';

type SecuritySectionProps = Pick<
  ResultOf<typeof userProfile>,
  'user' | 'recoveryCodesLeft' | 'twoFactorRequired'
>;

/** Below this number, we suggest generating new recovery codes. */
const FEW_CODES = 3;

/** For users who created API keys and may no longer have any: keys they can still see and revoke. */
function OwnKeysRow({ userId }: { readonly userId: string }) {
  const { hasRole } = useAccess();
  const mayHave = hasRole(...KEY_ROLES);
  const keys = useEndpointQuery(
    apiKeyList,
    { query: { createdBy: userId, pageSize: '10' } },
    { enabled: !mayHave },
  );
  if (mayHave || (keys.data?.totalCount ?? 0) === 0) return null;
  return (
    <SettingRow
      title="API keys"
      text="You created API keys while you were an Admin or SuperAdmin. They no longer work."
      actions={
        <Button component={Link} to="/api-keys" variant="outlined">
          Your API Keys
        </Button>
      }
    />
  );
}

/** Password and two-factor authentication (2FA). */
export function SecuritySection({ user, recoveryCodesLeft, twoFactorRequired }: SecuritySectionProps) {
  const [purpose, setPurpose] = useState<ProofPurpose | null>(null);
  const factors = useEndpointQuery(twoFactorGet, {});
  const identity = useIdentityCheck();
  const isOn = user.secondFactorEnabled;
  return (
    <Section title="Sign-in and security">
      <Stack spacing={2.5}>
        {identity.hasPassword ? (
          <SettingRow
            title="Password"
            text="Changing your password signs you out of your other sessions."
            actions={
              <Button component={Link} to="/change-password" variant="outlined">
                Change Password
              </Button>
            }
          />
        ) : (
          <SettingRow
            title="Single sign-on"
            text={`You sign in with ${identity.ssoName ?? 'single sign-on'}. Your password is managed there.`}
          />
        )}
        <SettingRow
          title="Two-factor authentication (2FA)"
          badge={<StatusChip label={isOn ? 'On' : 'Off'} color={isOn ? 'success' : 'default'} />}
          text={
            isOn
              ? `Signing in also requires one of the following or a recovery code. ${codesLeft(recoveryCodesLeft)}${twoFactorRequired ? ' Your role requires it, so you cannot turn it off.' : ''}`
              : 'Protect your account with an authenticator app or a passkey. Signing in will also require it.'
          }
          actions={
            isOn && factors.data !== undefined ? (
              <>
                <Button variant="outlined" onClick={() => setPurpose({ kind: 'renew' })}>
                  New Recovery Codes
                </Button>
                {twoFactorRequired ? null : (
                  <Button variant="outlined" color="error" onClick={() => setPurpose({ kind: 'disable' })}>
                    Turn Off
                  </Button>
                )}
              </>
            ) : null
          }
        />
        {isOn && recoveryCodesLeft < FEW_CODES ? (
          <Alert severity="warning">
            You are running low on recovery codes. Generate new ones so that losing your phone or passkey does
            not lock you out.
          </Alert>
        ) : null}
        <OwnKeysRow userId={user.id} />
        {factors.isPending ? <Skeleton variant="rounded" height={96} /> : null}
        {factors.isError ? (
          <ErrorPanel
            message={explainError(factors.error, 'Failed to load your authenticator app and passkeys')}
            requestId={factors.error.requestId}
            onRetry={() => void factors.refetch()}
          />
        ) : null}
        {factors.data === undefined ? null : (
          <>
            <SecondFactors factors={factors.data} isRequired={twoFactorRequired} onRemove={setPurpose} />
            <TwoFactorProofDialog purpose={purpose} factors={factors.data} onClose={() => setPurpose(null)} />
          </>
        )}
      </Stack>
    </Section>
  );
}

const codesLeft = (count: number) =>
  count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`;
