import type { PatientImport } from '@portal/contract/patient-imports';
import { useState } from 'react';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { CurrentRun } from './CurrentRun.tsx';
import { DraftImport } from './DraftImport.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { isDraft, isOpen } from './import-labels.ts';
import { UndoDialog } from './UndoDialog.tsx';
import { useImports } from './use-imports.ts';

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
