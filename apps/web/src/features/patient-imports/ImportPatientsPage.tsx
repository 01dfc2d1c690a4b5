import {
  patientImportPatients,
  patientImportUndo,
  type PatientImport,
} from '@portal/contract/patient-imports';
import { patientLabel } from '@portal/domain/person-name';
import { counted } from '@portal/domain/text';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { CurrentRun } from './CurrentRun.tsx';
import { DraftImport } from './DraftImport.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { isDraft, isOpen } from './import-labels.ts';
import { useImports } from './use-imports.ts';

interface UndoDialogProps {
  readonly undone: PatientImport;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirmation before all patients of an import are deleted, and those that it updated get their former values. */
function UndoDialog({ undone, open, onClose }: UndoDialogProps) {
  const { id, fileName, imported, updated } = undone;
  const undo = useEndpointMutation(patientImportUndo);
  const { data } = useEndpointQuery(
    patientImportPatients,
    { params: { id } },
    { enabled: open && (imported !== 0 || updated !== 0), staleTime: 0 },
  );
  const patients = imported === null ? 'All patients' : counted(imported, 'patient');
  const changed = updated === null ? 0 : updated;
  const restored = changed === 0 ? '' : `, and ${counted(changed, 'patient')} will get the former values`;
  const isUsed = data !== undefined && data.used.length > 0;
  const named = isUsed ? data.used : [...(data?.patients ?? []), ...(data?.updated ?? [])];
  const names = named.map((patient) => patientLabel(patient));
  const total = imported === null ? undefined : imported + changed;
  return (
    <ConfirmDialog
      open={open}
      title="Undo this import?"
      text={
        isUsed
          ? `The import of ${fileName} can no longer be undone, because these patients were changed or used since:`
          : `${patients} from ${fileName} will be deleted${restored}. This is possible as long as none of them was changed or used, and cannot be undone.`
      }
      confirmLabel={undoLabel(imported, changed)}
      isDanger
      isDisabled={isUsed}
      records={names.length === 0 ? [fileName] : names}
      recordCount={isUsed || names.length === 0 ? undefined : total}
      errorFallback="Failed to undo the import"
      onConfirm={async () => {
        await undo.mutateAsync({ params: { id } });
      }}
      onClose={onClose}
    />
  );
}

function undoLabel(imported: number | null, updated: number): string {
  if (imported === null) return 'Delete all patients';
  if (updated === 0) return `Delete ${counted(imported, 'patient')}`;
  return imported === 0
    ? `Restore ${counted(updated, 'patient')}`
    : `Delete ${imported.toLocaleString('en-US')} and restore ${counted(updated, 'patient')}`;
}

/** Import Patients page: one import at a time, from the file to the result, and the earlier ones. */
export function ImportPatientsPage() {
  const { query, all, current, forget } = useImports();
  const [undone, setUndone] = useState<PatientImport | null>(null);
  const [isAsking, setAsking] = useState(false);
  const askUndo = (each: PatientImport) => {
    setUndone(each);
    setAsking(true);
  };
  const earlier = all.filter((each) => !isOpen(each));
  return (
    <PageContent>
      <PageHeader title="Import Patients" />
      <RecordPart query={query} fallback="Failed to load imports">
        {() => (
          <>
            {current === null ? (
              <ChooseFile />
            ) : isDraft(current) ? (
              <DraftImport key={current.id} draft={current} />
            ) : (
              <CurrentRun current={current} onUndo={() => askUndo(current)} onNext={forget} />
            )}
            {earlier.length === 0 ? null : <EarlierImports imports={earlier} onUndo={askUndo} />}
          </>
        )}
      </RecordPart>
      {undone === null ? null : (
        <UndoDialog undone={undone} open={isAsking} onClose={() => setAsking(false)} />
      )}
    </PageContent>
  );
}
