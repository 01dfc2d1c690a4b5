import { Alert, Button, Stack } from '@mui/material';
import { patientImportUndo, type PatientImport } from '@portal/contract/patient-imports';
import { useAccess } from '#lib/session/use-session.ts';
import { progressText } from '#ui/row-progress.ts';
import { Section } from '#ui/Section.tsx';
import { WorkProgress } from '#ui/WorkProgress.tsx';
import { countsOf, hasRowsToFix, resultText, WORK_LABELS } from './import-labels.ts';
import { useImportActions } from './use-imports.ts';

interface CurrentRunProps {
  readonly current: PatientImport;
  readonly onUndo: () => void;
  /** Shows the start of another import. */
  readonly onNext: () => void;
}

/** An import that was started: its progress, or its result with what can be done next. */
export function CurrentRun({ current, onUndo, onNext }: CurrentRunProps) {
  const { id, status, hasFile } = current;
  const counts = countsOf(current);
  const mayUndo = useAccess().passes(patientImportUndo.guard);
  const { start, cancel, download, downloadNotes } = useImportActions();
  const rowsToFix =
    hasRowsToFix(current) && status !== 'Importing' ? (
      <Button loading={download.isPending} onClick={() => download.mutate({ params: { id } })}>
        Download rows to fix
      </Button>
    ) : null;
  return (
    <Section title={current.fileName}>
      <Stack spacing={2}>
        {current.trouble === null ? null : <Alert severity="error">{current.trouble}</Alert>}
        {status === 'Importing' ? (
          <WorkProgress
            label={WORK_LABELS.Importing}
            rows={current}
            onCancel={() => cancel.mutate({ params: { id } })}
            isCanceling={cancel.isPending}
          />
        ) : null}
        {status === 'Undoing' ? <WorkProgress label={WORK_LABELS.Undoing} rows={null} /> : null}
        {status === 'Stopped' ? <Alert severity="warning">{stoppedText(current)}</Alert> : null}
        {status === 'Finished' ? <Alert severity="success">{resultText(current)}</Alert> : null}
        {status === 'Undone' ? (
          <Alert severity="info">The import was undone. Its patients were deleted.</Alert>
        ) : null}
        {status === 'Importing' || status === 'Undoing' ? null : (
          <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1 }}>
            {status === 'Undone' ? null : rowsToFix}
            {current.hasNotes ? (
              <Button
                loading={downloadNotes.isPending}
                onClick={() => downloadNotes.mutate({ params: { id } })}
              >
                Download rows with notes
              </Button>
            ) : null}
            {status === 'Undone' || !mayUndo ? null : <Button onClick={onUndo}>Undo import</Button>}
            {status === 'Stopped' ? (
              <Button
                variant="contained"
                disabled={!hasFile || counts === null}
                loading={start.isPending}
                onClick={() => start.mutate({ params: { id }, body: {} })}
              >
                Continue
              </Button>
            ) : (
              <Button variant="contained" onClick={onNext}>
                Import another file
              </Button>
            )}
          </Stack>
        )}
      </Stack>
    </Section>
  );
}

function stoppedText(current: PatientImport): string {
  const how = current.hasFile
    ? 'Continue or undo it.'
    : 'It was started with a command: run the same command again to continue, or undo it.';
  return `The import was stopped after ${progressText(current)}. ${resultText(current)} ${how}`;
}
