import { Button } from '@mui/material';
import { userSingleSignOn, userSingleSignOnRemove } from '@portal/contract/single-sign-on';
import type { User } from '@portal/contract/users';
import { personNameWithTitle } from '@portal/domain/person-name';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useUserRules } from '../form/user-rules.ts';

interface SsoStatusProps {
  readonly user: User;
  /** What the practice calls its single sign-on. */
  readonly name: string;
}

/** Shows since when the user is linked to single sign-on. Administrators can remove the link. */
export function SsoStatus({ user, name }: SsoStatusProps) {
  const { refusal } = useUserRules();
  const link = useEndpointQuery(userSingleSignOn, { params: { id: user.id } });
  const remove = useEndpointMutation(userSingleSignOnRemove);
  const [isAsking, setAsking] = useState(false);
  const times = usePracticeTimes();
  if (link.isError) return explainError(link.error, 'Failed to load');
  if (link.isPending) return '…';
  const { linkedAt } = link.data;
  return (
    <>
      {linkedAt === null ? 'Not linked' : `Linked to ${name} since ${times.dateTime(linkedAt)}`}
      {linkedAt !== null && refusal(user) === null ? (
        <Button
          size="small"
          aria-label="Remove the link to single sign-on"
          onClick={() => setAsking(true)}
          sx={{ ml: 1, my: -0.5 }}
        >
          Remove Link
        </Button>
      ) : null}
      <ConfirmDialog
        newsOf={user.id}
        open={isAsking}
        title="Remove the link to single sign-on?"
        text={`${personNameWithTitle(user)} will be signed out everywhere. The next sign-in with ${name} links the account again if its verified email address is ${user.email}. To keep someone out, set the account to Inactive.`}
        confirmLabel="Remove Link"
        isDanger
        records={[personNameWithTitle(user)]}
        errorFallback="Failed to remove the link"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id: user.id } });
          return `The link to single sign-on was removed for ${user.username}`;
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
