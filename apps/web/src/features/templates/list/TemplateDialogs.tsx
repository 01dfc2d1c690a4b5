import { templateDelete, templateToggle, type TemplateRow } from '@portal/contract/templates';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { ErrorDialog } from '../ErrorDialog.tsx';
import { failureMessage } from '../failure-message.ts';
import type { TemplateQuestion } from './template-actions.tsx';

interface TemplateDialogsProps {
  /** Null while no dialog is open. */
  readonly question: TemplateQuestion | null;
  readonly onClose: () => void;
}

/** Confirms before a template is activated, deactivated, or deleted, and shows why that failed. */
export function TemplateDialogs({ question, onClose }: TemplateDialogsProps) {
  const [error, setError] = useState<string | null>(null);
  const shown = useLastValue(question);
  const dialogProps = { open: question !== null, onClose, onFailure: setError };
  return (
    <>
      {shown?.what === 'toggle' ? <ToggleDialog template={shown.template} {...dialogProps} /> : null}
      {shown?.what === 'delete' ? <DeleteDialog template={shown.template} {...dialogProps} /> : null}
      <ErrorDialog message={error} onClose={() => setError(null)} />
    </>
  );
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
  const { id, name, isActive } = template;
  const verb = isActive ? 'deactivate' : 'activate';
  return (
    <ConfirmDialog
      newsOf={id}
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
          return message;
        } catch (failure) {
          onFailure(failureMessage(`Failed to ${verb} template`, failure));
          return undefined;
        }
      }}
    />
  );
}

function DeleteDialog({ template, onFailure, ...dialog }: ActionDialogProps) {
  const remove = useEndpointMutation(templateDelete, { alsoChanges: ['Billing code rules'] });
  const { id, name, usageCount } = template;
  return (
    <ConfirmDialog
      newsOf={id}
      {...dialog}
      title="Delete template?"
      text={
        usageCount === 0
          ? `${name} and its billing code rules will be deleted. This cannot be undone.`
          : `${name} was used in ${usageCount === 1 ? '1 dictation' : `${usageCount} dictations`}. They keep it, but it will no longer be listed or available.`
      }
      confirmLabel="Delete"
      isDanger
      records={[name]}
      onConfirm={async () => {
        try {
          const { message } = await remove.mutateAsync({ params: { id } });
          return message;
        } catch (failure) {
          onFailure(failureMessage('Failed to delete template', failure));
          return undefined;
        }
      }}
    />
  );
}
