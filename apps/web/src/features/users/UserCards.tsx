import { Box, Button } from '@mui/material';
import type { User } from '@portal/contract/users';
import { formatDateUs } from '@portal/domain/date';
import { personName } from '@portal/domain/person-name';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useMayOpen } from '#lib/built-pages.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { readSignInOptions } from '#lib/session/sign-in-options.ts';
import { DetailList, type DetailItem } from '#ui/DetailList.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { Section } from '#ui/Section.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';
import { emailText } from './form/email-text.ts';
import { SsoStatus } from './sign-in/SsoStatus.tsx';
import { TwoFactorStatus } from './sign-in/TwoFactorStatus.tsx';
import { permissionsPath } from './UserActions.tsx';

/** The cards Basic Information, Account Information and Roles & Permissions. */
export function UserCards({ user }: { readonly user: User }) {
  const times = usePracticeTimes();
  const mayOpen = useMayOpen();
  const [{ sso }] = useState(readSignInOptions);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' },
        gap: 2,
        alignItems: 'start',
      }}
    >
      <Section title="Basic Information">
        <DetailList
          items={[
            { label: 'Status', value: <ActiveChip active={user.isActive} /> },
            { label: 'First Name', value: user.firstName },
            { label: 'Last Name', value: user.lastName },
            ...optional('Title', user.title),
            ...optional('NPI', user.npi),
            ...optional('Supervising Physician', user.supervisor && personName(user.supervisor)),
            { label: 'Email', value: emailText(user) },
            { label: 'Employee ID', value: user.employeeId },
          ]}
        />
      </Section>
      <Box>
        <Section title="Account Information">
          <DetailList
            items={[
              { label: 'Hire Date', value: formatDateUs(user.hireDate) },
              { label: 'Last Login', value: lastLogin(user.lastLoginDate, times) },
              ...optional('Office Location', user.office?.name),
              ...optional(
                'Two-Factor Authentication',
                user.secondFactorEnabled ? <TwoFactorStatus user={user} /> : null,
              ),
              ...optional('Single Sign-On', sso && <SsoStatus user={user} name={sso.name} />),
              ...optional('Password', user.mustChangePassword ? 'Must be changed at next login' : null),
            ]}
          />
        </Section>
        <Section
          title="Roles & Permissions"
          actions={
            mayOpen(permissionsPath(user)) ? (
              <Button component={Link} to={permissionsPath(user)} size="small">
                View Detailed Permissions
              </Button>
            ) : undefined
          }
        >
          {user.roles.length === 0 ? 'No roles assigned' : <RoleChips roles={user.roles} />}
        </Section>
      </Box>
    </Box>
  );
}

/** An item that is left out without a value. */
const optional = (label: string, value: ReactNode): DetailItem[] =>
  value === null || value === undefined ? [] : [{ label, value }];

function lastLogin(instant: string | null, times: PracticeTimes): string {
  if (instant === null) return 'Never';
  return times.dateTime(instant);
}
