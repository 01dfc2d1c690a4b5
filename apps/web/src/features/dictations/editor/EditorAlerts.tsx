import { Alert, Box, Button, Stack } from '@mui/material';
import type { Dictation } from '@portal/contract/dictations';
import { patientLabel } from '@portal/domain/person-name';
import type { RefObject } from 'react';
import { Link as RouterLink } from 'react-router';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { EditedRecordNews } from '#ui/form/EditedRecordNews.tsx';
import { RecordEditors } from '#ui/RecordEditors.tsx';
import { StalePanel } from '#ui/form/StalePanel.tsx';
import { problemOf, type DraftStatus, type EditorState } from '../save/editor-machine.ts';
import type { DictationSave } from '../save/use-dictation-save.ts';
import { OrderNotice } from '../order/OrderNotice.tsx';
import { UnfinishedOffer } from '../drafts/UnfinishedOffer.tsx';
import type { Restored } from '../start/editor-start.ts';
import { conflictRecord, mergeConflict } from '../start/merge-conflict.ts';
import { DeactivatedPatient, DeactivatedTemplate } from './DeactivatedAlerts.tsx';
import { PayerLimitNotice } from './PayerLimitNotice.tsx';
import type { DictationForm } from './use-dictation-form.ts';

interface EditorAlertsProps {
  readonly form: DictationForm;
  readonly state: Pick<EditorState, 'dictation' | 'save'> & { readonly status: DraftStatus };
  readonly save: DictationSave;
  readonly conflictRef: RefObject<HTMLDivElement | null>;
  readonly onDiscard: () => void;
  readonly onReload: (how: { readonly takeOver: boolean }) => void;
}

/** Alerts above the editor: restored changes, conflicts, texts that are too long, and unfinished dictations. */
export function EditorAlerts(props: EditorAlertsProps) {
  const { form, state, save, onDiscard, onReload } = props;
  const { restored, dictation, target } = form.start;
  const isAsOpened = state.dictation === dictation;
  return (
    <Stack spacing={1.5} sx={{ '&:not(:empty)': { mb: 2 } }}>
      {isAsOpened && dictation === null && restored === null ? <UnfinishedOffer target={target} /> : null}
      {isAsOpened && restored !== null ? <RestoredAlert restored={restored} onDiscard={onDiscard} /> : null}
      <OfOrder form={form} dictation={state.dictation} />
      <PayerLimitNotice dictation={form.checked} />
      {state.dictation === null ? (
        <DeactivatedTemplate start={form.start} />
      ) : (
        <>
          <RecordEditors entityType="Dictation" id={state.dictation.id} isForm sx={{}} />
          <EditedRecordNews id={state.dictation.id} sx={{}} />
        </>
      )}
      {state.dictation === null && form.details.patientId !== '' ? (
        <DeactivatedPatient patientId={form.details.patientId} />
      ) : null}
      <MissingSources {...form.sources} />
      <TakenOut values={form.takenOut} />
      {form.form.evaluation.overBudget === null ? null : (
        <Alert severity="error">{form.form.evaluation.overBudget}</Alert>
      )}
      {state.status === 'conflict' ? <ElsewhereAlert save={save} onReload={onReload} /> : null}
      {state.save.phase !== 'conflict' ? null : state.save.theirs.status === 'Signed' ? (
        <SignedAlert id={state.save.theirs.id} />
      ) : (
        <ConflictPanel {...props} theirs={state.save.theirs} />
      )}
    </Stack>
  );
}

/** The order of the note, or why it cannot be started from one. */
function OfOrder({
  form,
  dictation,
}: {
  readonly form: DictationForm;
  readonly dictation: Dictation | null;
}) {
  const { order, orderProblem } = form.start;
  const orderId = dictation === null ? order?.id : dictation.orderId;
  if (orderProblem !== null) return <Alert severity="warning">{orderProblem}</Alert>;
  return orderId === undefined || orderId === null ? null : (
    <OrderNotice orderId={orderId} patientId={form.details.patientId} />
  );
}

function MissingSources({ state, missing, retry }: DictationForm['sources']) {
  if (state !== 'failed') return null;
  const all = new Intl.ListFormat('en-US').format(missing);
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={retry}>
          Load again
        </Button>
      }
    >
      Could not read {all}. Fields, texts, and codes that need it may be missing. What you entered is kept.
    </Alert>
  );
}

/** Carried values that were taken out. The alert stays, so that what was changed in them can be copied. */
const TakenOut = ({ values }: { readonly values: Restored['lost'] }) =>
  values.length === 0 ? null : (
    <Alert severity="warning">
      These values were carried from a note of another patient and were removed. Copy what you need:
      <Values values={values} />
    </Alert>
  );

const Values = ({ values }: { readonly values: Restored['lost'] }) => (
  <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, whiteSpace: 'pre-line' }}>
    {values.map(({ id, text }) => (
      <li key={id}>{text}</li>
    ))}
  </Box>
);

function RestoredAlert({
  restored,
  onDiscard,
}: Pick<EditorAlertsProps, 'onDiscard'> & { readonly restored: Restored }) {
  const times = usePracticeTimes();
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" size="small" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      Your unsaved changes were restored
      {restored.at === null ? '' : ` (autosaved ${times.dateTime(restored.at)})`}.
      {restored.lost.length === 0 ? null : (
        <Box sx={{ mt: 1 }}>
          The template has changed. These entries no longer have a field. Copy what you need:
          <Values values={restored.lost} />
        </Box>
      )}
    </Alert>
  );
}

function ElsewhereAlert({ save, onReload }: Pick<EditorAlertsProps, 'save' | 'onReload'>) {
  return (
    <Alert severity="warning">
      This dictation is being edited in another tab or on another computer. Changes made here will not be
      saved.
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button variant="contained" size="small" onClick={() => onReload({ takeOver: true })}>
          Take over
        </Button>
        {save.hasChanges() ? (
          <Button variant="outlined" size="small" onClick={save.takeOver}>
            Continue with the text shown here
          </Button>
        ) : null}
      </Stack>
    </Alert>
  );
}

function SignedAlert({ id }: { readonly id: string }) {
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" component={RouterLink} to={`/dictations/${id}`}>
          View
        </Button>
      }
    >
      This dictation has been signed and can no longer be changed. Copy what you need from below and add it as
      an addendum.
    </Alert>
  );
}

interface ConflictPanelProps extends Pick<
  EditorAlertsProps,
  'form' | 'state' | 'save' | 'conflictRef' | 'onReload'
> {
  readonly theirs: Dictation;
}

function ConflictPanel({ form: editor, state, save, theirs, conflictRef, onReload }: ConflictPanelProps) {
  const { details, form, codes, patient, provider, start } = editor;
  const base = state.dictation ?? theirs;
  const versions = {
    base,
    theirs,
    mine: { details, entered: form.entered, editedFrom: form.editedFrom, lines: codes.lines },
  };
  const names = {
    patient: patient.choice === null ? '' : patientLabel(patient.choice),
    provider: provider?.name ?? '',
  };
  return (
    <StalePanel
      ref={conflictRef}
      stale={{
        ...conflictRecord(start.content, versions, names),
        keepMine: () => {
          const merged = mergeConflict(start.content, versions);
          editor.changeDetails(merged.details);
          form.replace(merged.entered, merged.editedFrom);
          codes.setLines(() => merged.lines);
          save.keepMine();
        },
        useTheirs: () =>
          void save.discard().then(
            () => onReload({ takeOver: false }),
            () => save.show(problemOf('Your changes could not be discarded. Please try again.')),
          ),
      }}
    />
  );
}
