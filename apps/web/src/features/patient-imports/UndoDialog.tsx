import { patientImportPatients, patientImportUndo } from '@portal/contract/patient-imports';
import type { PatientImport } from '@portal/contract/patient-imports';
import { patientLabel } from '@portal/domain/person-name';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { counted } from './import-labels.ts';

interface UndoDialogProps {
  readonly undone: PatientImport;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirmation before all patients of an import are deleted. */
export function UndoDialog({ undone: { id, fileName, imported }, open, onClose }: UndoDialogProps) {
  const patients = imported === null ? 'All patients' : counted(imported, 'patient');
  const undo = useEndpointMutation(patientImportUndo);
  const { data } = useEndpointQuery(
    patientImportPatients,
    { params: { id } },
    { enabled: open && imported !== 0, staleTime: 0 },
  );
  const names = data?.patients.map((patient) => patientLabel(patient)) ?? [];
  return (
    <ConfirmDialog
      open={open}
      title="Undo this import?"
      text={`${patients} from ${fileName} will be deleted. This is possible as long as none of them was changed or used, and cannot be undone.`}
      confirmLabel={imported === null ? 'Delete all patients' : `Delete ${patients}`}
      isDanger
      records={names.length === 0 ? [fileName] : names}
      recordCount={names.length === 0 || imported === null ? undefined : imported}
      errorFallback="Failed to undo the import"
      onConfirm={() => undo.mutateAsync({ params: { id } })}
      onClose={onClose}
    />
  );
}
