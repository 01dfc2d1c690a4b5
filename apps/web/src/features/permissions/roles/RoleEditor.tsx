import SaveOutlined from '@mui/icons-material/SaveOutlined';
import { Alert, Badge, Box, Button, Stack } from '@mui/material';
import type { RolePermissions } from '@portal/contract/role-permissions';
import { roleLabel } from '@portal/domain/roles';
import { useState, type ReactNode } from 'react';
import { PermissionCategory } from '#pickers/PermissionCategory.tsx';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { usersLabel } from '../permission-labels.ts';
import { SaveRoleDialog } from './SaveRoleDialog.tsx';
import { groupGrants, pendingChanges, useStagedChanges } from './staged-changes.ts';

interface RoleEditorProps {
  readonly loaded: RolePermissions;
  readonly actions: ReactNode;
}

/** Editor of a role's permissions. Changes are staged and saved together. */
export function RoleEditor({ loaded, actions }: RoleEditorProps) {
  // The last saved role that this page knows. Staged changes are kept if someone else saves.
  const [role, setRole] = useState(loaded);
  const [isStale, setStale] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { staged, stage, discard } = useStagedChanges(role);
  const changes = pendingChanges(role, staged);
  const count = changes.length;
  const words = `${count} unsaved ${count === 1 ? 'change' : 'changes'}`;
  return (
    <>
      <RoleHeader
        role={role}
        changeCount={count}
        words={words}
        actions={actions}
        onSave={() => setSaving(true)}
      />
      {role.isEditable ? null : (
        <Alert severity="info" sx={{ mb: 2 }}>
          The SuperAdmin role has every permission and cannot be changed.
        </Alert>
      )}
      <EditedRecordNews id={role.roleId} />
      {isStale ? (
        <Alert severity="warning" sx={{ mb: 2 }} onClose={() => setStale(false)}>
          Someone else changed this role in the meantime. You see the latest version, and your own changes are
          still here. Review them and save again.
        </Alert>
      ) : null}
      {count > 0 ? <Pending words={words} onDiscard={discard} /> : null}
      <Box sx={{ mb: 1.5, color: 'text.secondary' }}>
        {role.permissions.filter(({ isGranted }) => isGranted).length} of {role.totalPermissions} permissions
        granted, {usersLabel(role.userCount)}
      </Box>
      <Stack spacing={1}>
        {groupGrants(role, staged).map((group) => (
          <PermissionCategory
            key={group.category}
            group={group}
            checkedLabel="granted"
            isEditable={role.isEditable}
            onChange={stage}
          />
        ))}
      </Stack>
      {isSaving ? (
        <SaveRoleDialog
          role={role}
          changes={changes}
          onClose={() => setSaving(false)}
          onSaved={(saved) => {
            setRole(saved);
            setStale(false);
            setSaving(false);
            discard();
          }}
          onStale={(current) => {
            setRole(current);
            setStale(true);
            setSaving(false);
          }}
        />
      ) : null}
      <UnsavedGuard isDirty={count > 0} isSaving={() => false} />
    </>
  );
}

interface RoleHeaderProps {
  readonly role: RolePermissions;
  readonly changeCount: number;
  /** The count of changes for the user. */
  readonly words: string;
  readonly actions: ReactNode;
  readonly onSave: () => void;
}

function RoleHeader({ role, changeCount, words, actions, onSave }: RoleHeaderProps) {
  return (
    <PageHeader
      title={roleLabel(role.roleName)}
      subtitle={role.description}
      badge={changeCount > 0 ? <StatusChip label={words} color="warning" /> : undefined}
      breadcrumbs={[
        { label: 'Role Permissions', to: '/admin/permissions/roles' },
        { label: roleLabel(role.roleName) },
      ]}
      backTo="/admin/permissions/roles"
      actions={
        <>
          {actions}
          {role.isEditable ? (
            <Badge badgeContent={changeCount} color="secondary">
              <Button
                variant="contained"
                startIcon={<SaveOutlined />}
                disabled={changeCount === 0}
                onClick={onSave}
              >
                Save Changes
              </Button>
            </Badge>
          ) : null}
        </>
      }
    />
  );
}

interface PendingProps {
  readonly words: string;
  readonly onDiscard: () => void;
}

/** Reminds of unsaved changes, also while the page is scrolled. */
function Pending({ words, onDiscard }: PendingProps) {
  return (
    <Alert
      severity="warning"
      data-sticks
      sx={{ mb: 2, position: 'sticky', top: { xs: 104, md: 64 }, zIndex: 5, bgcolor: 'background.paper' }}
      action={
        <Button color="inherit" size="small" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      You have {words}. Changes take effect when you save.
    </Alert>
  );
}
