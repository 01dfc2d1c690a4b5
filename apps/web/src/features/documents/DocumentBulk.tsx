import {
  documentBulk,
  documentBulkBody,
  documentBulkPreview,
  type DocumentRow,
} from '@portal/contract/documents';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { lastFirst } from '@portal/domain/person-name';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { FormPatientField } from '#pickers/FormPatientField.tsx';
import { bulkDialogs } from '#ui/bulk/bulk-dialogs.tsx';
import { useBulk } from '#ui/bulk/use-bulk.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { CATEGORY_OPTIONS } from './document-labels.ts';

const [categoryBody, moveBody] = documentBulkBody.options;

const dialogOf = bulkDialogs<BodyInputOf<typeof documentBulk>>({
  noun: ['document', 'documents'],
  preview: (input) => call(documentBulkPreview, input),
  useChange: () => useEndpointMutation(documentBulk),
});

const CategoryDialog = dialogOf({
  title: 'Change category of documents',
  schema: categoryBody.omit({ action: true, records: true }),
  defaultValues: { category: 'Clinical' },
  body: (values, records) => ({ action: 'category', ...values, records }),
  fields: (control) => (
    <FormSelect control={control} name="category" label="New category" required options={CATEGORY_OPTIONS} />
  ),
});

const MoveDialog = dialogOf({
  title: 'File documents under another patient',
  schema: moveBody.omit({ action: true, records: true }),
  defaultValues: { patientId: '', reason: '' },
  body: (values, records) => ({ action: 'move', ...values, records }),
  fields: (control) => (
    <>
      <FormPatientField control={control} name="patientId" label="New patient" required />
      <FormTextField
        control={control}
        name="reason"
        label="Reason"
        required
        rows={2}
        helperText="10 to 500 characters. The change is recorded in the audit log for both patients."
      />
    </>
  ),
});

const documentName = ({ fileName, patient }: DocumentRow) => `${fileName}, ${lastFirst(patient)}`;

/** Selecting documents, and changing the category of the selected ones or moving them to another patient. */
export function useDocumentBulk(
  rows: readonly DocumentRow[] | undefined,
  { isOff }: { readonly isOff: boolean },
): ReturnType<typeof useBulk<DocumentRow>> {
  const { can } = useAccess();
  const isAllowed = can('Document.Upload') && !isOff;
  return useBulk(rows, documentName, [
    { label: 'Change category', isAllowed, Dialog: CategoryDialog },
    { label: 'Move to patient', isAllowed: isAllowed && can('Patient.View'), Dialog: MoveDialog },
  ]);
}
