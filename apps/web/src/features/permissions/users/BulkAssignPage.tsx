import { Box, Typography } from '@mui/material';
import {
  bulkAssignBody,
  permissionBulkAssign,
  permissionBulkPreview,
  type PermissionUser,
} from '@portal/contract/permissions';
import { useState } from 'react';
import type { Location } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { LostWork } from '#pickers/WaitingWork.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateTimeField } from '#ui/form/FormDateTimeField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { BulkChanges } from './BulkChanges.tsx';
import { BulkDifference } from './BulkDifference.tsx';
import { BulkUsers } from './BulkUsers.tsx';
import { usersLabel } from '../permission-labels.ts';
import { ReasonField } from '../ReasonField.tsx';

const USERS = '/admin/permissions/users';
/** The search of users is in the address. */
const isThisPage = ({ pathname }: Location) => pathname === '/admin/permissions/bulk-assign';
const EMPTY = { userIds: [], changes: [], expiresAt: null, reason: '', reassignTo: null };

/** /admin/permissions/bulk-assign: select users and changes, review the effects, and give a reason. */
export function BulkAssignPage() {
  const [people, setPeople] = useState<ReadonlyMap<string, PermissionUser>>(new Map());
  const { form, assigned } = useBulkAssign();
  const { control, methods } = form;
  const { userIds, changes, expiresAt, reason } = methods.watch();
  const isChosen = userIds.length > 0 && changes.length > 0;
  const preview = useEndpointQuery(
    permissionBulkPreview,
    { body: { userIds, changes, expiresAt } },
    { enabled: isChosen, staleTime: 0, gcTime: 0 },
  );
  const affected = preview.data?.affectedUserCount ?? 0;
  return (
    <PageContent>
      <PageHeader
        title="Bulk Assign Permissions"
        subtitle="Set the same overrides for several users at once"
        breadcrumbs={[{ label: 'User Permissions', to: USERS }, { label: 'Bulk assign' }]}
        backTo={USERS}
      />
      <BulkUsers
        chosen={userIds}
        people={people}
        onChange={(ids, known) => {
          setPeople(known);
          methods.setValue('userIds', [...ids], { shouldDirty: true });
        }}
      />
      <BulkChanges
        changes={changes}
        onChange={(next) => methods.setValue('changes', [...next], { shouldDirty: true })}
      />
      <Section title="3. Preview">
        {isChosen ? (
          <BulkDifference preview={preview} />
        ) : (
          <Typography color="textSecondary">
            Choose users and changes to see what each user gains and loses.
          </Typography>
        )}
        <LostWork
          key={assigned}
          work={isChosen ? preview.data?.waitingWork : undefined}
          onReassign={(id) => methods.setValue('reassignTo', id, { shouldDirty: true })}
        />
      </Section>
      {/* Only this section is a form, because the user search is a form itself. */}
      <Box sx={{ mt: 2 }}>
        <Section title="4. Expiration and Reason">
          <Form form={form} focusesFirst={false} staysAt={isThisPage}>
            <FormDateTimeField
              control={control}
              name="expiresAt"
              label="Expires"
              fromToday
              helperText="Leave blank for no expiration"
            />
            <ReasonField control={control} name="reason" />
            <FormActions
              cancelTo={USERS}
              submitLabel={affected > 0 ? `Assign to ${usersLabel(affected)}` : 'Assign'}
              isDisabled={!isChosen || affected === 0 || reason.trim() === ''}
            />
          </Form>
        </Section>
      </Box>
    </PageContent>
  );
}

function useBulkAssign() {
  const assign = useEndpointMutation(permissionBulkAssign, { alsoChanges: ['Users'] });
  const toast = useToast();
  // Counts assignments, so each begins without a person to reassign to.
  const [assigned, setAssigned] = useState(0);
  const form = useAppForm(bulkAssignBody, {
    defaultValues: EMPTY,
    onSubmit: async (body) => {
      const { affectedUserCount, skipped } = await assign.mutateAsync({ body });
      const rest = skipped.length === 0 ? '' : `; ${usersLabel(skipped.length)} skipped`;
      toast.success(`Permissions updated for ${usersLabel(affectedUserCount)}${rest}`);
      setAssigned((count) => count + 1);
      return EMPTY;
    },
    errorFallback: 'Failed to assign permissions',
  });
  return { form, assigned };
}
