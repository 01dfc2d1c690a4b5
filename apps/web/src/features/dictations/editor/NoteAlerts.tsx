import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { formatDateTimeUs } from '@portal/domain/date';
import { patientLabel } from '@portal/domain/person-name';
import type { RefObject } from 'react';
import { Link as RouterLink } from 'react-router';
import { usePractice } from '#lib/query/use-practice.ts';
import { StalePanel } from '#ui/form/StalePanel.tsx';
import type { Restored } from './note-start.ts';
import { mergeNote, staleNote } from './note-stale.ts';
import type { Keep } from './use-keep.ts';
import type { Note } from './use-note.ts';
import { UnfinishedOffer } from '../drafts/UnfinishedOffer.tsx';
import type { useNoteActions } from './use-note-actions.ts';

interface NoteAlertsProps {
  readonly note: Note;
  readonly keep: Keep;
  readonly actions: ReturnType<typeof useNoteActions>;
  readonly attention: RefObject<HTMLDivElement | null>;
  readonly onDiscard: () => void;
  readonly onReload: (how: { readonly takeOver: boolean }) => void;
}

/** Alerts above the editor: restored changes, conflicts, and unfinished dictations. */
export function NoteAlerts({ note, keep, actions, attention, onDiscard, onReload }: NoteAlertsProps) {
  const { theirs } = actions;
  const { restored, dictation, target } = note.start;
  const isNew = dictation === null && restored === null && actions.stored === null;
  return (
    <Stack spacing={1.5} sx={{ '&:not(:empty)': { mb: 2 } }}>
      {isNew ? <UnfinishedOffer target={target} /> : null}
      {restored === null || actions.stored !== dictation ? null : (
        <RestoredAlert restored={restored} onDiscard={onDiscard} />
      )}
      {keep.state.phase === 'elsewhere' ? <ElsewhereAlert keep={keep} onReload={onReload} /> : null}
      {theirs === null ? null : theirs.status === 'Signed' ? (
        <SignedAlert id={theirs.id} />
      ) : (
        <TheirsPanel
          note={note}
          actions={actions}
          theirs={theirs}
          attention={attention}
          onReload={onReload}
        />
      )}
    </Stack>
  );
}

function RestoredAlert({
  restored,
  onDiscard,
}: {
  readonly restored: Restored;
  readonly onDiscard: () => void;
}) {
  const timeZone = usePractice().data?.timeZone;
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
      {restored.at === null ? '' : ` (autosaved ${formatDateTimeUs(restored.at, timeZone)})`}.
      {restored.lost.length === 0 ? null : (
        <Box sx={{ mt: 1 }}>
          The template has changed. These entries no longer have a field. Copy what you need:
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, whiteSpace: 'pre-line' }}>
            {restored.lost.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </Box>
        </Box>
      )}
    </Alert>
  );
}

function ElsewhereAlert({ keep, onReload }: Pick<NoteAlertsProps, 'keep' | 'onReload'>) {
  return (
    <Alert severity="warning">
      This dictation is being edited in another tab or on another computer. Changes made here will not be
      saved.
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button variant="contained" size="small" onClick={() => onReload({ takeOver: true })}>
          Take over
        </Button>
        {keep.hasOwnText ? (
          <Button variant="outlined" size="small" onClick={keep.takeOver}>
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

interface TheirsPanelProps extends Pick<NoteAlertsProps, 'note' | 'actions' | 'attention' | 'onReload'> {
  readonly theirs: NonNullable<ReturnType<typeof useNoteActions>['theirs']>;
}

function TheirsPanel({ note, actions, theirs, attention, onReload }: TheirsPanelProps) {
  const { head, form, codes, start } = note;
  const base = actions.stored ?? theirs;
  const states = { base, theirs, mine: { head, entered: form.entered, lines: codes.lines } };
  const names = {
    patient: note.patient.choice === null ? '' : patientLabel(note.patient.choice),
    provider: note.provider?.name ?? '',
  };
  return (
    <StalePanel
      ref={attention}
      stale={{
        ...staleNote(start.content, states, names),
        keepMine: () => {
          const merged = mergeNote(start.content, states);
          note.changeHead(merged.head);
          form.replace(merged.entered);
          codes.setLines(() => merged.lines);
          actions.keepMine();
        },
        useTheirs: () =>
          void actions.discard().then(
            () => onReload({ takeOver: false }),
            () => actions.say('Your changes could not be discarded. Please try again.', null),
          ),
      }}
    />
  );
}
