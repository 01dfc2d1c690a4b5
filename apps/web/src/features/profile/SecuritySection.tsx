import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ResultOf } from '@portal/contract/endpoint';
import type { userProfile } from '@portal/contract/users';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from '#ui/Section.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { TwoFactorProofDialog } from './TwoFactorProofDialog.tsx';
import { TwoFactorSetupDialog } from './TwoFactorSetupDialog.tsx';

type SecuritySectionProps = Pick<
  ResultOf<typeof userProfile>,
  'user' | 'recoveryCodesLeft' | 'twoFactorRequired'
>;

/** Below this number, we suggest generating new recovery codes. */
const FEW_CODES = 3;

type OpenDialog = 'setup' | 'disable' | 'renew' | null;

/** Password and two-factor authentication (2FA). */
export function SecuritySection({ user, recoveryCodesLeft, twoFactorRequired }: SecuritySectionProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  const isOn = user.secondFactorEnabled;
  return (
    <Section title="Sign-in and security">
      <Stack spacing={2.5}>
        <Row
          title="Password"
          text="Changing your password signs you out of your other sessions."
          actions={
            <Button component={Link} to="/change-password" variant="outlined">
              Change Password
            </Button>
          }
        />
        <Row
          title="Two-factor authentication (2FA)"
          badge={<StatusChip label={isOn ? 'On' : 'Off'} color={isOn ? 'success' : 'default'} />}
          text={
            isOn
              ? `Signing in requires a code from your authenticator app. ${codesLeft(recoveryCodesLeft)}${twoFactorRequired ? ' Your role requires it, so you cannot turn it off.' : ''}`
              : 'Protect your account with an authenticator app. Signing in will also require a code from your phone.'
          }
          actions={
            isOn ? (
              <>
                <Button variant="outlined" onClick={() => setOpen('renew')}>
                  New Recovery Codes
                </Button>
                {twoFactorRequired ? null : (
                  <Button variant="outlined" color="error" onClick={() => setOpen('disable')}>
                    Turn Off
                  </Button>
                )}
              </>
            ) : (
              <Button variant="contained" onClick={() => setOpen('setup')}>
                Set Up
              </Button>
            )
          }
        />
        {isOn && recoveryCodesLeft < FEW_CODES ? (
          <Alert severity="warning">
            You are running low on recovery codes. Generate new ones so that losing your phone does not lock
            you out.
          </Alert>
        ) : null}
      </Stack>
      <TwoFactorSetupDialog open={open === 'setup'} onClose={close} />
      <TwoFactorProofDialog open={open === 'disable'} purpose="disable" onClose={close} />
      <TwoFactorProofDialog open={open === 'renew'} purpose="renew" onClose={close} />
    </Section>
  );
}

const codesLeft = (count: number) =>
  count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`;

interface RowProps {
  readonly title: string;
  readonly text: string;
  readonly badge?: ReactNode;
  readonly actions: ReactNode;
}

function Row({ title, text, badge, actions }: RowProps) {
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: { sm: 'center' } }}>
      <Box sx={{ flex: 1 }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography variant="h3">{title}</Typography>
          {badge}
        </Stack>
        <Typography color="textSecondary">{text}</Typography>
      </Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {actions}
      </Stack>
    </Stack>
  );
}
