import { Typography } from '@mui/material';
import {
  rolePermissionsCopy,
  rolePermissionsCopyPreview,
  type RoleSummary,
} from '@portal/contract/role-permissions';
import { id, reason } from '@portal/contract/fields';
import { roleLabel } from '@portal/domain/roles';
import { reassignTo } from '@portal/contract/waiting-work';
import { z } from 'zod';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { LostWork } from '#pickers/WaitingWork.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { ReasonField } from '../ReasonField.tsx';
import { RoleDifference } from './RoleDifference.tsx';

interface CopyRoleDialogProps {
  /** The role to copy from. */
  readonly source: RoleSummary;
  readonly roles: readonly RoleSummary[];
  readonly onClose: () => void;
}

const schema = z.object({ targetRoleId: id, reason, reassignTo });

/** Replaces the permissions of another role with this role's, after showing a preview. */
export function CopyRoleDialog({ source, roles, onClose }: CopyRoleDialogProps) {
  const copy = useEndpointMutation(rolePermissionsCopy, { alsoChanges: ['Users'] });
  const toast = useToast();
  const form = useAppForm(schema, {
    about: source.roleId,
    defaultValues: { targetRoleId: '', reason: '', reassignTo: null },
    onSubmit: async ({ targetRoleId: target, ...body }) => {
      const { roleName } = await copy.mutateAsync({
        params: { id: target },
        body: { ...body, sourceRoleId: source.roleId },
      });
      toast.success(`Permissions copied from ${roleLabel(source.roleName)} to ${roleLabel(roleName)}`);
      onClose();
    },
    errorFallback: 'Failed to copy permissions',
  });
  const [targetRoleId, why] = form.methods.watch(['targetRoleId', 'reason']);
  const preview = useEndpointQuery(
    rolePermissionsCopyPreview,
    { params: { id: targetRoleId }, body: { sourceRoleId: source.roleId } },
    { enabled: targetRoleId !== '', staleTime: 0, gcTime: 0 },
  );
  const isReady =
    targetRoleId !== '' && why.trim() !== '' && preview.data !== undefined && preview.data.changes.length > 0;
  return (
    <FormDialog
      newsOf={targetRoleId === '' ? source.roleId : [source.roleId, targetRoleId]}
      title={`Copy permissions from ${roleLabel(source.roleName)}`}
      size="sm"
      onClose={onClose}
    >
      <Form form={form}>
        <Typography>
          The target role gets exactly the permissions of {roleLabel(source.roleName)}. Its current
          permissions are replaced.
        </Typography>
        <FormSelect
          control={form.control}
          name="targetRoleId"
          label="Target role"
          required
          options={roles
            .filter(({ roleId, isEditable }) => isEditable && roleId !== source.roleId)
            .map(({ roleId, roleName, description }) => ({
              value: roleId,
              label: roleLabel(roleName),
              description,
            }))}
        />
        {targetRoleId === '' ? null : <RoleDifference preview={preview} />}
        <LostWork
          work={preview.data?.waitingWork}
          onReassign={(userId) => form.methods.setValue('reassignTo', userId, { shouldDirty: true })}
        />
        <ReasonField control={form.control} name="reason" />
        <FormActions submitLabel="Copy Permissions" isDisabled={!isReady} />
      </Form>
    </FormDialog>
  );
}
