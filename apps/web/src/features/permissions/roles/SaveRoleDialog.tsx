import {
  rolePermissions,
  rolePermissionsPreview,
  rolePermissionsUpdate,
  type RolePermissions,
} from '@portal/contract/role-permissions';
import { reason } from '@portal/contract/fields';
import { roleLabel } from '@portal/domain/roles';
import { reassignTo } from '@portal/contract/waiting-work';
import { z } from 'zod';
import { ApiError } from '#lib/api/api-error.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { LostWork } from '#pickers/WaitingWork.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { ReasonField } from '../ReasonField.tsx';
import { RoleDifference } from './RoleDifference.tsx';

interface SaveRoleDialogProps {
  readonly role: RolePermissions;
  readonly changes: readonly { readonly permissionId: string; readonly isGranted: boolean }[];
  readonly onClose: () => void;
  readonly onSaved: (role: RolePermissions) => void;
  /** Called with the current role if someone else saved first. */
  readonly onStale: (current: RolePermissions) => void;
}

const schema = z.object({ applyToExistingUsers: z.boolean(), reason, reassignTo });

/** Shows a preview and asks for a reason. Staged changes are kept if saving fails. */
export function SaveRoleDialog({ role, changes, onClose, onSaved, onStale }: SaveRoleDialogProps) {
  const update = useEndpointMutation(rolePermissionsUpdate, { alsoChanges: ['Users'] });
  const toast = useToast();
  const params = { id: role.roleId };
  const permissions = [...changes];
  const form = useAppForm(schema, {
    about: role.roleId,
    defaultValues: { applyToExistingUsers: true, reason: '', reassignTo: null },
    onSubmit: async (values) => {
      try {
        const { roleId, version } = role;
        const saved = await update.mutateAsync({ params, body: { ...values, roleId, permissions, version } });
        toast.success(`${roleLabel(role.roleName)} role saved`);
        onSaved(saved);
      } catch (error) {
        const current = rolePermissions.safeParse(error instanceof ApiError ? error.current : undefined);
        if (!current.success) throw error;
        onStale(current.data);
      }
    },
    errorFallback: 'Failed to save role permissions',
  });
  const [applyToExistingUsers, why] = form.methods.watch(['applyToExistingUsers', 'reason']);
  const preview = useEndpointQuery(
    rolePermissionsPreview,
    { params, body: { permissions, applyToExistingUsers } },
    { staleTime: 0, gcTime: 0 },
  );
  return (
    <FormDialog
      newsOf={role.roleId}
      title={`Save changes to ${roleLabel(role.roleName)}?`}
      size="sm"
      onClose={onClose}
    >
      <Form form={form}>
        <RoleDifference preview={preview} />
        <FormCheckbox
          control={form.control}
          name="applyToExistingUsers"
          label="Apply to existing users"
          helperText="If not selected, members keep their current permissions as overrides. Only new members get the change."
        />
        <LostWork
          work={preview.data?.waitingWork}
          onReassign={(id) => form.methods.setValue('reassignTo', id, { shouldDirty: true })}
        />
        <ReasonField control={form.control} name="reason" />
        <FormActions submitLabel="Confirm Save" isDisabled={why.trim() === ''} />
      </Form>
    </FormDialog>
  );
}
