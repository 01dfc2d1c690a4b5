import { documentUpdate, documentUpdateBody, type Document } from '@portal/contract/documents';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { currentDocumentInput, DOCUMENT_LABELS as LABELS, documentInput } from './document-form.ts';
import { CATEGORY_OPTIONS, TYPE_OPTIONS } from './document-labels.ts';

interface EditDialogProps {
  readonly document: Document;
  readonly onClose: () => void;
}

/** Edits type, category and note of a document. */
export function EditDialog({ document, onClose }: EditDialogProps) {
  const update = useEndpointMutation(documentUpdate);
  const toast = useToast();
  const form = useAppForm(documentUpdateBody, {
    about: document.id,
    defaultValues: documentInput(document),
    draft: { form: 'documentUpdate', patientId: document.patient?.id ?? null },
    onSubmit: async (body) => {
      await update.mutateAsync({ params: { id: document.id }, body });
      toast.success('Details saved');
      onClose();
    },
    errorFallback: 'Failed to save document',
    stale: { read: currentDocumentInput, labels: LABELS },
  });
  const { control } = form;
  return (
    <FormDialog newsOf={document.id} title="Edit details" onClose={onClose}>
      <Form form={form}>
        <FormSelect control={control} name="type" label={LABELS.type} required options={TYPE_OPTIONS} />
        <FormSelect
          control={control}
          name="category"
          label={LABELS.category}
          required
          options={CATEGORY_OPTIONS}
        />
        <FormTextField control={control} name="note" label={LABELS.note} rows={3} />
        <FormActions />
      </Form>
    </FormDialog>
  );
}
