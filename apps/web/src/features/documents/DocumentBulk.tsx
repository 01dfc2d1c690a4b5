import {
  documentBulk,
  documentBulkBody,
  documentBulkPreview,
  type DocumentRow,
} from '@portal/contract/documents';
import { lastFirst } from '@portal/domain/person-name';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { FormPatientField } from '#pickers/FormPatientField.tsx';
import { BulkDialog } from '#ui/bulk/BulkDialog.tsx';
import { useBulk, type OpenBulkProps } from '#ui/bulk/use-bulk.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { CATEGORY_OPTIONS } from './document-labels.ts';

const [categoryBody, moveBody] = documentBulkBody.options;
const categoryForm = categoryBody.omit({ action: true, records: true });
const moveForm = moveBody.omit({ action: true, records: true });

const COMMON = { noun: ['document', 'documents'] } as const;

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

function CategoryDialog(props: OpenBulkProps) {
  const change = useEndpointMutation(documentBulk);
  return (
    <BulkDialog
      {...COMMON}
      {...props}
      title="Change category of documents"
      schema={categoryForm}
      defaultValues={{ category: 'Clinical' }}
      preview={(values, records) =>
        call(documentBulkPreview, { body: { action: 'category', ...values, records } })
      }
      apply={(values, records) => change.mutateAsync({ body: { action: 'category', ...values, records } })}
    >
      {(control) => (
        <FormSelect
          control={control}
          name="category"
          label="New category"
          required
          options={CATEGORY_OPTIONS}
        />
      )}
    </BulkDialog>
  );
}

function MoveDialog(props: OpenBulkProps) {
  const change = useEndpointMutation(documentBulk);
  return (
    <BulkDialog
      {...COMMON}
      {...props}
      title="File documents under another patient"
      schema={moveForm}
      defaultValues={{ patientId: '', reason: '' }}
      preview={(values, records) =>
        call(documentBulkPreview, { body: { action: 'move', ...values, records } })
      }
      apply={(values, records) => change.mutateAsync({ body: { action: 'move', ...values, records } })}
    >
      {(control) => (
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
      )}
    </BulkDialog>
  );
}
