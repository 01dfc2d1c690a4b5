import { messageAddNote, messageNoteBody } from '@portal/contract/messages';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';

/** Form to add a note to the thread. */
export function NoteForm({ id, patientId }: { readonly id: string; readonly patientId: string | null }) {
  const add = useEndpointMutation(messageAddNote);
  const form = useAppForm(messageNoteBody, {
    defaultValues: { text: '' },
    draft: { form: 'messageAddNote', patientId },
    onSubmit: async (body) => {
      await add.mutateAsync({ params: { id }, body });
      return { text: '' };
    },
    errorFallback: 'Failed to add note',
  });
  return (
    <Form form={form} focusesFirst={false}>
      <FormTextField control={form.control} name="text" label="Note" required rows={2} isWriting />
      <FormActions submitLabel="Add Note" />
    </Form>
  );
}
