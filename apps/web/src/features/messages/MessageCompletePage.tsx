import { messageComplete, messageCompleteBody, type PhoneMessageRecord } from '@portal/contract/messages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { MessageFormPage } from './MessageFormPage.tsx';
import { useLeaveWhen } from './use-leave-when.ts';
import { useShowCurrent } from './use-show-current.ts';

const completeForm = messageCompleteBody.pick({ resolution: true });

/** /messages/:id/complete: completes a message with a resolution. */
export const MessageCompletePage = () => (
  <MessageFormPage title="Complete Phone Message">
    {(message) => <CompleteForm message={message} />}
  </MessageFormPage>
);

function CompleteForm({
  message: { id, messageNumber, version, patient },
}: {
  readonly message: PhoneMessageRecord;
}) {
  const complete = useEndpointMutation(messageComplete, { alsoChanges: ['Dashboard'] });
  const showCurrent = useShowCurrent();
  const { can } = useAccess();
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(false);
  const toast = useToast();
  const form = useAppForm(completeForm, {
    defaultValues: { resolution: '' },
    draft: { form: 'messageComplete', patientId: patient?.id ?? null },
    onSubmit: async ({ resolution }) => {
      await showCurrent(() => complete.mutateAsync({ params: { id }, body: { resolution, version } }));
      const followUp = {
        label: 'New follow-up',
        onClick: () => void navigate(`/messages/new?followUpToId=${id}`),
      };
      toast.success(`${messageNumber} was completed`, can('Message.Create') ? followUp : undefined);
      setSaved(true);
    },
    errorFallback: 'Failed to complete message',
  });
  useLeaveWhen(isSaved && !form.isDirty, `/messages/${id}`);
  return (
    <Form form={form}>
      <Section title="Resolution">
        <FormTextField
          control={form.control}
          name="resolution"
          label="Resolution"
          required
          rows={4}
          isWriting
          helperText="What was done for the caller. A completed message can no longer be changed."
        />
      </Section>
      <FormActions cancelTo={`/messages/${id}`} submitLabel="Complete" />
    </Form>
  );
}
