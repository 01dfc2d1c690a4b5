import { Button, Skeleton, Typography } from '@mui/material';
import { twoFactorPolicyGet, type TwoFactorPolicy } from '@portal/contract/required-two-factor';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { Section } from '#ui/Section.tsx';
import { daysLabel } from '../permission-labels.ts';
import { TwoFactorDialog } from './TwoFactorDialog.tsx';
import { TwoFactorUsers } from './TwoFactorUsers.tsx';

/** The requirement in two lines. */
function TwoFactorRoles({ policy: { roles, graceDays } }: { readonly policy: TwoFactorPolicy }) {
  const required = roles.filter(({ requiredSince }) => requiredSince !== null);
  if (required.length === 0)
    return (
      <Typography color="textSecondary">
        No role requires it. Users can set it up for themselves in their profile.
      </Typography>
    );
  return (
    <DetailList
      items={[
        {
          label: 'Required for',
          value: <RoleChips roles={required.map(({ roleName }) => roleName)} />,
          wide: true,
        },
        { label: 'Grace period', value: graceDays === 0 ? 'None' : daysLabel(graceDays) },
      ]}
    />
  );
}

/** /admin/permissions/two-factor: the roles that require 2FA, and the users who lack it. */
export function TwoFactorPage() {
  const policy = useEndpointQuery(twoFactorPolicyGet, {});
  const [isOpen, setOpen] = useState(false);
  return (
    <PageContent>
      <PageHeader title="Two-Factor Requirement" subtitle="Roles that must use two-factor authentication" />
      <Section
        title="Requirement"
        actions={
          policy.data === undefined ? null : (
            <Button variant="contained" onClick={() => setOpen(true)}>
              Change
            </Button>
          )
        }
      >
        {policy.isPending ? <Skeleton variant="rounded" height={64} /> : null}
        {policy.isError ? (
          <ErrorPanel
            message={explainError(policy.error, 'Failed to load the requirement')}
            requestId={policy.error.requestId}
            onRetry={() => void policy.refetch()}
          />
        ) : null}
        {policy.data === undefined ? null : <TwoFactorRoles policy={policy.data} />}
      </Section>
      {policy.data?.roles.some(({ requiredSince }) => requiredSince !== null) === true ? (
        <Section title="Users without two-factor authentication">
          <TwoFactorUsers />
        </Section>
      ) : null}
      {isOpen && policy.data !== undefined ? (
        <TwoFactorDialog policy={policy.data} onClose={() => setOpen(false)} />
      ) : null}
    </PageContent>
  );
}
