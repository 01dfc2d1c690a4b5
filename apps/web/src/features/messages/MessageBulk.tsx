import {
  messageBulk,
  messageBulkBody,
  messageBulkPreview,
  type PhoneMessage,
} from '@portal/contract/messages';
import { lastFirst } from '@portal/domain/person-name';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { BulkDialog } from '#ui/bulk/BulkDialog.tsx';
import { useBulk, type OpenBulkProps } from '#ui/bulk/use-bulk.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { AssigneeField } from './form/AssigneeField.tsx';

const [assignBody, completeBody] = messageBulkBody.options;
const assignForm = assignBody.omit({ action: true, records: true });
const completeForm = completeBody.omit({ action: true, records: true });

const COMMON = { noun: ['message', 'messages'] } as const;

const messageName = ({ messageNumber, patient, callerName }: PhoneMessage) =>
  `${messageNumber}, ${patient === null ? callerName : lastFirst(patient)}`;

/** Selecting phone messages, and assigning or completing the selected ones. */
export function useMessageBulk(
  rows: readonly PhoneMessage[] | undefined,
): ReturnType<typeof useBulk<PhoneMessage>> {
  const { can } = useAccess();
  return useBulk(rows, messageName, [
    { label: 'Assign', isAllowed: can('Message.Assign'), Dialog: AssignDialog },
    { label: 'Complete', isAllowed: can('Message.Edit'), Dialog: CompleteDialog },
  ]);
}

function AssignDialog(props: OpenBulkProps) {
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

function CompleteDialog(props: OpenBulkProps) {
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
          helperText="The same for all. A completed message can no longer be changed."
        />
      )}
    </BulkDialog>
  );
}
