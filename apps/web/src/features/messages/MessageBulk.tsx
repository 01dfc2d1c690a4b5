import { messageBulk, messageBulkBody, messageBulkPreview } from '@portal/contract/messages';
import type { PhoneMessage } from '@portal/contract/messages';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { BulkDialog } from '#ui/bulk/BulkDialog.tsx';
import type { BulkButton } from '#ui/bulk/SelectionBar.tsx';
import { useRowSelection } from '#ui/bulk/use-row-selection.ts';
import type { RowSelection } from '#ui/bulk/use-row-selection.ts';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { AssigneeField } from './AssigneeField.tsx';

const [assignBody, completeBody] = messageBulkBody.options;
const assignForm = assignBody.omit({ action: true, records: true });
const completeForm = completeBody.omit({ action: true, records: true });

interface DialogProps {
  readonly selection: RowSelection;
  readonly onClose: () => void;
}
const COMMON = { noun: ['message', 'messages'] } as const;

/** Selecting phone messages, and assigning or completing the selected ones. */
export function useMessageBulk(rows: readonly PhoneMessage[] | undefined): {
  readonly selection: RowSelection | undefined;
  readonly bulkActions: readonly BulkButton[];
  readonly dialog: ReactNode;
} {
  const { can } = useAccess();
  const selection = useRowSelection(rows);
  const [action, setAction] = useState<'assign' | 'complete' | null>(null);
  const bulkActions = [
    ...(can('Message.Assign') ? [{ label: 'Assign', onClick: () => setAction('assign') }] : []),
    ...(can('Message.Edit') ? [{ label: 'Complete', onClick: () => setAction('complete') }] : []),
  ];
  const props = { selection, onClose: () => setAction(null) };
  return {
    selection: bulkActions.length === 0 ? undefined : selection,
    bulkActions,
    dialog:
      action === null ? null : action === 'assign' ? (
        <AssignDialog {...props} />
      ) : (
        <CompleteDialog {...props} />
      ),
  };
}

function AssignDialog(props: DialogProps) {
  const change = useEndpointMutation(messageBulk, { alsoChanges: ['Dashboard'] });
  return (
    <BulkDialog
      {...COMMON}
      {...props}
      title="Assign messages"
      schema={assignForm}
      defaultValues={{ userId: '' }}
      preview={(values, records) =>
        call(messageBulkPreview, { body: { action: 'assign', ...values, records } })
      }
      apply={(values, records) => change.mutateAsync({ body: { action: 'assign', ...values, records } })}
    >
      {(control) => (
        <AssigneeField
          control={control}
          name="userId"
          label="Colleague"
          helperText="Leave blank to unassign the messages."
        />
      )}
    </BulkDialog>
  );
}

function CompleteDialog(props: DialogProps) {
  const change = useEndpointMutation(messageBulk, { alsoChanges: ['Dashboard'] });
  return (
    <BulkDialog
      {...COMMON}
      {...props}
      title="Complete messages"
      schema={completeForm}
      defaultValues={{ resolution: '' }}
      preview={(values, records) =>
        call(messageBulkPreview, { body: { action: 'complete', ...values, records } })
      }
      apply={(values, records) => change.mutateAsync({ body: { action: 'complete', ...values, records } })}
    >
      {(control) => (
        <FormTextField
          control={control}
          name="resolution"
          label="Resolution"
          required
          rows={3}
          maxLength={2000}
          helperText="The same for all. A completed message can no longer be changed."
        />
      )}
    </BulkDialog>
  );
}
