import { Button } from '@mui/material';
import { messageAssign, messageAssignBody, type PhoneMessageRecord } from '@portal/contract/messages';
import { personName } from '@portal/domain/person-name';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { AssigneeField } from './form/AssigneeField.tsx';
import { MessageFormPage } from './MessageFormPage.tsx';
import { useLeaveWhen } from './use-leave-when.ts';
import { useShowCurrent } from './use-show-current.ts';

const assignForm = messageAssignBody.pick({ userId: true });

/** /messages/:id/assign: assigns a message. */
export const MessageAssignPage = () => (
  <MessageFormPage title="Assign Phone Message">
    {(message) => <AssignForm message={message} />}
  </MessageFormPage>
);

function AssignForm({ message }: { readonly message: PhoneMessageRecord }) {
  const { id, messageNumber, assignedToUser, version } = message;
  const me = useCurrentUser();
  const assign = useEndpointMutation(messageAssign, { alsoChanges: ['Dashboard'] });
  const showCurrent = useShowCurrent();
  const [isSaved, setSaved] = useState(false);
  const toast = useToast();
  const form = useAppForm(assignForm, {
    defaultValues: { userId: assignedToUser?.id ?? '' },
    onSubmit: async ({ userId }) => {
      const saved = await showCurrent(() =>
        assign.mutateAsync({ params: { id }, body: { userId, version } }),
      );
      const { assignedToUser: now } = saved;
      toast.success(
        now === null
          ? `${messageNumber} was unassigned`
          : `${messageNumber} was assigned to ${now.id === me.id ? 'you' : personName(now)}`,
      );
      setSaved(true);
    },
    errorFallback: 'Failed to assign message',
  });
  useLeaveWhen(isSaved && !form.isDirty, `/messages/${id}`);
  return (
    <Form form={form}>
      <Section
        title="Assign to"
        actions={
          <Button
            size="small"
            onClick={() =>
              form.methods.setValue('userId', me.id, { shouldDirty: true, shouldValidate: true })
            }
          >
            Assign to me
          </Button>
        }
      >
        <AssigneeField
          control={form.control}
          name="userId"
          label="Colleague"
          helperText={
            assignedToUser === null
              ? 'Not assigned yet'
              : `Currently assigned to ${personName(assignedToUser)}. Leave blank to unassign it.`
          }
        />
      </Section>
      <FormActions cancelTo={`/messages/${id}`} submitLabel="Assign" />
    </Form>
  );
}
