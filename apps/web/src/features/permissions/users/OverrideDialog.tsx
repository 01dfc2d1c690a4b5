import { Alert, Typography } from '@mui/material';
import {
  overrideBody,
  userOverrideSet,
  userPermissionComparison,
  type PermissionComparison,
  type UserPermissions,
} from '@portal/contract/user-permissions';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { WaitingWork } from '#pickers/WaitingWork.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateTimeField } from '#ui/form/FormDateTimeField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { OverrideChoice } from './OverrideChoice.tsx';
import { ReasonField } from '../ReasonField.tsx';

interface OverrideDialogProps {
  readonly user: UserPermissions;
  readonly permissionId: string;
  readonly onClose: () => void;
}

/** Grants, revokes or inherits one permission of a user. */
export function OverrideDialog({ user, permissionId, onClose }: OverrideDialogProps) {
  const comparison = useEndpointQuery(
    userPermissionComparison,
    { params: { id: user.userId } },
    { select: (all) => all.filter((each) => each.permissionId === permissionId) },
  );
  const name = user.permissions.find((each) => each.permissionId === permissionId)?.permissionName ?? '';
  return (
    <FormDialog newsOf={user.userId} title={`Override ${name}`} size="sm" onClose={onClose}>
      <RecordPart query={comparison} fallback="Failed to load permissions">
        {([permission]) =>
          permission === undefined ? null : (
            <OverrideForm user={user} permission={permission} onClose={onClose} />
          )
        }
      </RecordPart>
    </FormDialog>
  );
}

const schema = overrideBody.pick({ isGranted: true, reason: true, expiresAt: true });

interface OverrideFormProps extends Pick<OverrideDialogProps, 'user' | 'onClose'> {
  readonly permission: PermissionComparison;
}

function OverrideForm({ user, permission, onClose }: OverrideFormProps) {
  const set = useEndpointMutation(userOverrideSet, { alsoChanges: ['Users'] });
  const toast = useToast();
  const [reassignTo, setReassignTo] = useState<string | null>(null);
  const { permissionId, permissionName, roleDefault, userOverride, overrideReason } = permission;
  const form = useAppForm(schema, {
    about: `${user.userId} ${permissionId}`,
    defaultValues: {
      // Without an override, users most likely want the opposite of the role default.
      isGranted: userOverride ?? !roleDefault,
      reason: '',
      expiresAt: permission.overrideExpiresAt,
    },
    onSubmit: async ({ isGranted, reason, expiresAt }) => {
      await set.mutateAsync({
        params: { id: user.userId },
        body: {
          userId: user.userId,
          permissionId,
          isGranted,
          reason,
          expiresAt: isGranted === null ? null : expiresAt,
          reassignTo,
        },
      });
      toast.success(`${permissionName} override saved for ${user.userFullName}`);
      onClose();
    },
    errorFallback: 'Failed to save override',
  });
  const [isGranted, why] = form.methods.watch(['isGranted', 'reason']);
  const loses = (userOverride ?? roleDefault) && !(isGranted ?? roleDefault);
  return (
    <Form form={form}>
      <Typography>
        {permission.description}. {user.userFullName}’s roles {roleDefault ? 'grant' : 'do not grant'} this
        permission.
      </Typography>
      {overrideReason === null ? null : (
        <Alert severity="info">Reason for the current override: {overrideReason}</Alert>
      )}
      <OverrideChoice
        control={form.control}
        name="isGranted"
        label="Permission"
        roleDefault={roleDefault}
        canInherit={userOverride !== null}
      />
      {isGranted === null ? null : (
        <FormDateTimeField
          control={form.control}
          name="expiresAt"
          label="Expires"
          fromToday
          helperText="Leave blank for no expiration"
        />
      )}
      <WaitingWork
        userId={user.userId}
        name={user.userFullName}
        lost={loses ? [permissionName] : []}
        onReassign={setReassignTo}
      />
      <ReasonField control={form.control} name="reason" />
      <FormActions submitLabel="Save Override" isDisabled={why.trim() === ''} />
    </Form>
  );
}
