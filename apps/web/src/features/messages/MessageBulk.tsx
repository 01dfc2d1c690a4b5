import type { BodyInputOf } from '@portal/contract/endpoint';
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
import { bulkDialogs } from '#ui/bulk/bulk-dialogs.tsx';
import { useBulk } from '#ui/bulk/use-bulk.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { AssigneeField } from './form/AssigneeField.tsx';

const [assignBody, completeBody] = messageBulkBody.options;

const dialogOf = bulkDialogs<BodyInputOf<typeof messageBulk>>({
  noun: ['message', 'messages'],
  preview: (input) => call(messageBulkPreview, input),
  useChange: () => useEndpointMutation(messageBulk, { alsoChanges: ['Dashboard'] }),
});

const AssignDialog = dialogOf({
  title: 'Assign messages',
  schema: assignBody.omit({ action: true, records: true }),
  defaultValues: { userId: '' },
  body: (values, records) => ({ action: 'assign', ...values, records }),
  fields: (control) => (
    <AssigneeField
      control={control}
      name="userId"
      label="Colleague"
      helperText="Leave blank to unassign the messages."
    />
  ),
});

const CompleteDialog = dialogOf({
  title: 'Complete messages',
  schema: completeBody.omit({ action: true, records: true }),
  defaultValues: { resolution: '' },
  body: (values, records) => ({ action: 'complete', ...values, records }),
  fields: (control) => (
    <FormTextField
      control={control}
      name="resolution"
      label="Resolution"
      required
      rows={3}
      isWriting
      helperText="The same for all. A completed message can no longer be changed."
    />
  ),
});

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
