import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { templateDelete, templateToggle } from '@portal/contract/templates';
import type { TemplateRow } from '@portal/contract/templates';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { RowAction } from '#ui/DataTable.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { failureMessage, useErrorDialog } from '../use-error-dialog.tsx';

interface Asked {
  readonly what: 'toggle' | 'delete';
  readonly template: TemplateRow;
}

/** The row actions of the template list and their confirmation dialogs. */
export function useTemplateActions(): {
  readonly actions: readonly RowAction<TemplateRow>[];
  readonly dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const ask = (what: Asked['what']) => (template: TemplateRow) => {
    setAsked({ what, template });
    setOpen(true);
  };
  const error = useErrorDialog();
  const dialogProps = { open: isOpen, onClose: () => setOpen(false), onFailure: error.show };
  return {
    actions: [
      {
        label: 'Deactivate',
        icon: <BlockOutlined fontSize="small" />,
        onClick: ask('toggle'),
        isHidden: ({ isActive }) => !isActive,
      },
      {
        label: 'Activate',
        icon: <CheckCircleOutlined fontSize="small" />,
        onClick: ask('toggle'),
        isHidden: ({ isActive }) => isActive,
      },
      {
        label: 'Preview',
        icon: <VisibilityOutlined fontSize="small" />,
        to: ({ id }) => `/admin/templates/${id}/preview`,
      },
      {
        label: 'Edit',
        icon: <EditOutlined fontSize="small" />,
        to: ({ id }) => `/admin/templates/${id}/edit`,
      },
      {
        label: 'Duplicate',
        icon: <ContentCopyOutlined fontSize="small" />,
        to: ({ id }) => `/admin/templates/new?duplicate=${id}`,
      },
      { label: 'Delete', icon: <DeleteOutlined fontSize="small" />, onClick: ask('delete') },
    ],
    dialogs: (
      <>
        {asked?.what === 'toggle' ? <ToggleDialog template={asked.template} {...dialogProps} /> : null}
        {asked?.what === 'delete' ? <DeleteDialog template={asked.template} {...dialogProps} /> : null}
        {error.dialog}
      </>
    ),
  };
}

interface ActionDialogProps {
  readonly open: boolean;
  readonly template: TemplateRow;
  readonly onClose: () => void;
  /** Called with the error message. The dialog is already closed then. */
  readonly onFailure: (message: string) => void;
}

function ToggleDialog({ template, onFailure, ...dialog }: ActionDialogProps) {
  const toggle = useEndpointMutation(templateToggle);
  const toast = useToast();
  const { id, name, isActive } = template;
  const verb = isActive ? 'deactivate' : 'activate';
  return (
    <ConfirmDialog
      {...dialog}
      title={isActive ? 'Deactivate template?' : 'Activate template?'}
      text={
        isActive
          ? `${name} will no longer be available for dictations. Existing dictations do not change.`
          : `${name} will be available for dictations again.`
      }
      confirmLabel={isActive ? 'Deactivate' : 'Activate'}
      onConfirm={async () => {
        try {
          const { message } = await toggle.mutateAsync({ params: { id } });
          toast.success(message);
        } catch (failure) {
          onFailure(failureMessage(`Failed to ${verb} template`, failure));
        }
      }}
    />
  );
}

function DeleteDialog({ template, onFailure, ...dialog }: ActionDialogProps) {
  const remove = useEndpointMutation(templateDelete, { alsoChanges: ['Billing code rules'] });
  const toast = useToast();
  const { id, name, usageCount } = template;
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete template?"
      text={
        usageCount === 0
          ? `${name} and its billing code rules will be deleted. This cannot be undone.`
          : `${name} was used in ${usageCount === 1 ? '1 dictation' : `${usageCount} dictations`}. They keep it, but it will no longer be listed or available.`
      }
      confirmLabel="Delete"
      isDanger
      onConfirm={async () => {
        try {
          const { message } = await remove.mutateAsync({ params: { id } });
          toast.success(message);
        } catch (failure) {
          onFailure(failureMessage('Failed to delete template', failure));
        }
      }}
    />
  );
}
