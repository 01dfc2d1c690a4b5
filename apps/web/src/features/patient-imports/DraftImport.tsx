import { Alert, Button, Stack } from '@mui/material';
import {
  patientImportDiscard,
  type ImportDetails,
  type PatientImport,
} from '@portal/contract/patient-imports';
import { mappingTrouble } from '@portal/domain/patient-import/columns';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { Section } from '#ui/Section.tsx';
import { WorkProgress } from '#ui/WorkProgress.tsx';
import { CheckResult } from './CheckResult.tsx';
import { countsOf, UNSEEN_RESULT, WORK_LABELS, type ImportCounts } from './import-labels.ts';
import { MappingForm, undecidedOf, type Mapping } from './MappingForm.tsx';
import { MixedDates } from './MixedDates.tsx';
import { SheetChoice } from './SheetChoice.tsx';
import { StartImport } from './StartImport.tsx';
import { useImportActions, useImportDetails } from './use-imports.ts';
import { ValueKinds } from './ValueKinds.tsx';

/** An uploaded file that is not imported yet: its columns, and what the check found. */
export function DraftImport({ draft }: { readonly draft: PatientImport }) {
  return countsOf(draft) === null ? <UnseenDraft draft={draft} /> : <SeenDraft draft={draft} />;
}

function SeenDraft({ draft }: { readonly draft: PatientImport }) {
  const query = useImportDetails(draft);
  return (
    <RecordPart query={query} fallback="Failed to load the file">
      {(details) => <Draft draft={draft} details={details} />}
    </RecordPart>
  );
}

/** A file that someone else must continue. Discarding it makes room for another one. */
function UnseenDraft({ draft }: { readonly draft: PatientImport }) {
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <Section
      title={draft.fileName}
      actions={
        <Button disabled={draft.status === 'Checking'} onClick={() => setDiscarding(true)}>
          Discard file
        </Button>
      }
    >
      <Alert severity="info">{UNSEEN_RESULT}</Alert>
      <DiscardDialog draft={draft} open={isDiscarding} onClose={() => setDiscarding(false)} />
    </Section>
  );
}

function Draft({ draft, details }: { readonly draft: PatientImport; readonly details: ImportDetails }) {
  const { id, status } = draft;
  const counts = countsOf(draft);
  const [changed, setChanged] = useState<Mapping | null>(null);
  const [isDiscarding, setDiscarding] = useState(false);
  const { check, chooseHeader } = useImportActions();
  const mapping = changed ?? details;
  const isChecking = status === 'Checking';
  const isDisabled = isChecking || check.isPending || chooseHeader.isPending;
  const isMixed = details.mixedDates !== null && mapping.dateOrder === null;
  const isReadable =
    details.header === null || mappingTrouble(mapping.mapping ?? {}, details.header) === null;
  const startCheck = ({ mapping: columns, dateOrder, answers, choices }: Mapping) =>
    check.mutate(
      { params: { id }, body: { columns, dateOrder, words: answers, choices } },
      { onSuccess: () => setChanged(null) },
    );
  return (
    <>
      <Section
        title={draft.fileName}
        actions={
          <Button disabled={isChecking} onClick={() => setDiscarding(true)}>
            Discard file
          </Button>
        }
      >
        <Stack spacing={2}>
          {draft.trouble === null ? null : <Alert severity="error">{draft.trouble}</Alert>}
          <SheetChoice
            importId={id}
            details={details}
            isDisabled={isChecking || check.isPending}
            onChosen={() => setChanged(null)}
          />
          <MappingForm
            importId={id}
            details={details}
            mapping={mapping}
            isChanged={changed !== null}
            isDisabled={isDisabled}
            onChange={setChanged}
            onLeaveOut={(decided) => {
              setChanged(decided);
              if (isReadable) startCheck(decided);
            }}
            onChooseHeader={(line) =>
              chooseHeader.mutate({ params: { id }, body: { line } }, { onSuccess: () => setChanged(null) })
            }
          />
          {details.mixedDates === null || mapping.dateOrder !== null ? null : (
            <MixedDates
              mixed={details.mixedDates}
              isDisabled={isDisabled}
              onChoose={(dateOrder) => setChanged({ ...mapping, dateOrder })}
            />
          )}
          <ValueKinds
            values={details.values}
            choices={mapping.choices}
            isDisabled={isDisabled}
            onChange={(choices) => setChanged({ ...mapping, choices })}
          />
          {isChecking || status === 'NotChecked' || changed !== null ? (
            <CheckStep
              draft={draft}
              isReadable={isReadable}
              isStarting={check.isPending}
              onCheck={() => startCheck(mapping)}
            />
          ) : null}
        </Stack>
      </Section>
      {status === 'Checked' && changed === null && counts !== null ? (
        <Checked draft={draft} counts={counts} details={details} isMixed={isMixed} />
      ) : null}
      <DiscardDialog draft={draft} open={isDiscarding} onClose={() => setDiscarding(false)} />
    </>
  );
}

interface CheckStepProps {
  readonly draft: PatientImport;
  readonly isReadable: boolean;
  readonly isStarting: boolean;
  readonly onCheck: () => void;
}

/** Starts a check, or shows its progress. */
function CheckStep({ draft, isReadable, isStarting, onCheck }: CheckStepProps) {
  const { id, status } = draft;
  const { cancel } = useImportActions();
  if (status === 'Checking')
    return (
      <WorkProgress
        label={WORK_LABELS.Checking}
        rows={draft}
        onCancel={() => cancel.mutate({ params: { id } })}
        isCanceling={cancel.isPending}
      />
    );
  return (
    <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
      <Button variant="contained" disabled={!isReadable} loading={isStarting} onClick={onCheck}>
        {status === 'NotChecked' ? 'Check file' : 'Check again'}
      </Button>
    </Stack>
  );
}

interface CheckedProps {
  readonly draft: PatientImport;
  readonly counts: ImportCounts;
  readonly details: ImportDetails;
  /** Dates are in two orders, and nobody has said which one is right. */
  readonly isMixed: boolean;
}

/** What the check found, and the start of the import. */
function Checked({ draft, counts, details, isMixed }: CheckedProps) {
  const { id } = draft;
  const { download, downloadNotes } = useImportActions();
  return (
    <>
      <CheckResult
        checked={draft}
        counts={counts}
        details={details}
        isDownloading={download.isPending}
        onDownload={() => download.mutate({ params: { id } })}
        isDownloadingNotes={downloadNotes.isPending}
        onDownloadNotes={() => downloadNotes.mutate({ params: { id } })}
      />
      {isMixed ? null : (
        <StartImport id={id} counts={counts} undecidedCount={undecidedOf(details, details).length} />
      )}
    </>
  );
}

interface DiscardDialogProps {
  readonly draft: PatientImport;
  readonly open: boolean;
  readonly onClose: () => void;
}

function DiscardDialog({ draft: { id, fileName }, open, onClose }: DiscardDialogProps) {
  const discard = useEndpointMutation(patientImportDiscard);
  return (
    <ConfirmDialog
      open={open}
      title="Discard this file?"
      text={`${fileName} will be deleted. No patient was imported from it.`}
      confirmLabel="Discard"
      errorFallback="Failed to discard the file"
      onConfirm={() => discard.mutateAsync({ params: { id } })}
      onClose={onClose}
    />
  );
}
