import { Alert, Box, Skeleton, Typography } from '@mui/material';
import { id, reason } from '@portal/contract/fields';
import {
  userPermissionsCopy,
  userPermissionsCopyPreview,
  type UserCopyPreview,
  type UserPermissions,
} from '@portal/contract/user-permissions';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { WaitingWork } from '#pickers/WaitingWork.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { PermissionChanges } from '../roles/PermissionChanges.tsx';
import { overrideLabel } from '../permission-labels.ts';
import { PersonPicker, type Person } from './PersonPicker.tsx';
import { ReasonField } from '../ReasonField.tsx';

interface CopyUserDialogProps {
  /** The user who gets the overrides. */
  readonly user: UserPermissions;
  readonly onClose: () => void;
}

const schema = z.object({ sourceUserId: id, reason });

/** Replaces a user's overrides with another user's, after showing a preview. */
export function CopyUserDialog({ user, onClose }: CopyUserDialogProps) {
  const copy = useEndpointMutation(userPermissionsCopy, { alsoChanges: ['Users'] });
  const toast = useToast();
  const params = { id: user.userId };
  const [reassignTo, setReassignTo] = useState<string | null>(null);
  const [source, setSource] = useState<Person | null>(null);
  const form = useAppForm(schema, {
    about: user.userId,
    defaultValues: { sourceUserId: '', reason: '' },
    onSubmit: async (body) => {
      await copy.mutateAsync({ params, body: { ...body, reassignTo } });
      toast.success(`Overrides copied from ${source?.name ?? 'the other user'} to ${user.userFullName}`);
      onClose();
    },
    errorFallback: 'Failed to copy permissions',
  });
  const [sourceUserId, why] = form.methods.watch(['sourceUserId', 'reason']);
  const preview = useEndpointQuery(
    userPermissionsCopyPreview,
    { params, body: { sourceUserId } },
    { enabled: sourceUserId !== '', staleTime: 0, gcTime: 0 },
  );
  const isReady =
    sourceUserId !== '' && why.trim() !== '' && preview.data !== undefined && preview.data.changes.length > 0;
  return (
    <FormDialog
      newsOf={user.userId}
      title={`Copy permissions to ${user.userFullName}`}
      size="sm"
      onClose={onClose}
    >
      <Form form={form}>
        <Typography>
          {user.userFullName} gets exactly the overrides of the selected user, including expirations. Roles do
          not change.
        </Typography>
        <PersonPicker
          label="Copy from"
          required
          value={source}
          error={form.methods.formState.errors.sourceUserId?.message}
          onChange={(person) => {
            setSource(person);
            form.methods.setValue('sourceUserId', person?.id ?? '', { shouldDirty: true });
          }}
        />
        {sourceUserId === '' ? null : <CopyDifference preview={preview} />}
        <WaitingWork
          userId={user.userId}
          name={user.userFullName}
          lost={preview.data?.lost ?? []}
          onReassign={setReassignTo}
        />
        <ReasonField control={form.control} name="reason" />
        <FormActions submitLabel="Copy Permissions" isDisabled={!isReady} />
      </Form>
    </FormDialog>
  );
}

function CopyDifference({
  preview: { data, error },
}: {
  readonly preview: UseQueryResult<UserCopyPreview, ApiError>;
}) {
  const times = usePracticeTimes();
  if (error !== null) return <ErrorPanel message={explainError(error, 'Failed to load the preview')} />;
  if (data === undefined)
    return <Skeleton component="output" variant="rounded" height={72} aria-label="Loading preview" />;
  if (data.changes.length === 0)
    return <Alert severity="info">No changes: both users have the same overrides.</Alert>;
  return (
    <Box>
      <Typography component="h3" variant="h4">
        Changes
      </Typography>
      <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
        {data.changes.map(({ permissionId, permissionName, from, to, expiresAt }) => (
          <li key={permissionId}>
            {permissionName}: {overrideLabel(from)} → {overrideLabel(to)}
            {expiresAt === null ? '' : `, until ${times.dateTime(expiresAt)}`}
          </li>
        ))}
      </Box>
      <PermissionChanges gained={data.gained} lost={data.lost} />
    </Box>
  );
}
