import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import KeyboardOutlinedIcon from '@mui/icons-material/KeyboardOutlined';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { patientLabel } from '#pickers/PatientPicker.tsx';
import { TemplateForm } from '#template-form/TemplateForm.tsx';
import type { TemplateFormHandle } from '#template-form/TemplateForm.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { CodePanel } from './CodePanel.tsx';
import { DictationStatusChip } from './DictationStatusChip.tsx';
import { FORM_KEYS, KeysHelp } from './KeysHelp.tsx';
import { NoteAlerts } from './NoteAlerts.tsx';
import { NoteBar } from './NoteBar.tsx';
import { NoteHeadFields } from './NoteHeadFields.tsx';
import type { NoteStart } from './note-start.ts';
import { PendingSteps } from './PendingSteps.tsx';
import { useKeep } from './use-keep.ts';
import { useNote } from './use-note.ts';
import { useNoteActions } from './use-note-actions.ts';
import { useNoteButtons } from './use-note-buttons.tsx';
import { KEYS, useNoteKeys } from './use-note-keys.ts';
import { usePendingWalk } from './use-pending-walk.ts';

interface NoteDeskProps {
  readonly start: NoteStart;
  readonly isTakingOver: boolean;
  /** The first change of a new note: its draft's id belongs into the address. */
  readonly onFirstChange: (draftId: string) => void;
  /** A new note is stored. */
  readonly onCreated: (id: string) => void;
  /** Begins anew from what is on the server; `takeOver`: and goes on here, whoever wrote last. */
  readonly onReload: (how: { readonly takeOver: boolean }) => void;
}

/** The dictation editor (spec 2 §2): who and when, the template's form, the codes, and the buttons below. */
export function NoteDesk({ start, isTakingOver, onFirstChange, onCreated, onReload }: NoteDeskProps) {
  const note = useNote(start);
  const { id = null } = useParams();
  const keep = useKeep({
    start,
    draft: note.draft,
    dictationId: id,
    isTakingOver,
    onFirstChange: () => onFirstChange(start.target.draftId),
  });
  const actions = useNoteActions(note, keep.keeper);
  const walk = usePendingWalk(actions.stored?.id ?? null);
  const buttons = useNoteButtons({ note, actions, walk, onCreated });
  const [isHelpOpen, setHelpOpen] = useState(false);
  const spots = useSpots(actions.trouble);
  const navigate = useNavigate();
  const { search } = useLocation();

  const keys = [
    ...buttons.keys,
    { keys: KEYS.patient, label: 'Patient', run: () => spots.patient.current?.focus() },
    {
      keys: KEYS.form,
      label: 'First field of the template',
      run: () => void spots.form.current?.focusFirst(),
    },
    {
      keys: KEYS.missing,
      label: 'Next field that is still required',
      run: () => void spots.form.current?.focusFirstMissing(),
    },
    { keys: KEYS.codes, label: 'Billing codes', run: () => spots.codes.current?.focus() },
    ...(walk?.previousId == null
      ? []
      : [
          {
            keys: KEYS.previous,
            label: 'Previous pending',
            run: () => void navigate(`/dictations/${walk.previousId}/edit${search}`),
          },
        ]),
    ...(walk?.nextId == null
      ? []
      : [
          {
            keys: KEYS.next,
            label: 'Next pending',
            run: () => void navigate(`/dictations/${walk.nextId}/edit${search}`),
          },
        ]),
    { keys: KEYS.help, label: 'This help', run: () => setHelpOpen(true) },
  ];
  useNoteKeys(keys);

  const isElsewhere = keep.state.phase === 'elsewhere';
  const { head, changeHead, codes } = note;
  const complicationsId = useId();
  const providerName = note.provider?.name ?? start.dictation?.providerName ?? '';
  const changeOption = useCallback(
    (billingOption: typeof head.billingOption) => changeHead({ billingOption }),
    [changeHead],
  );
  const focusCodes = useCallback(() => spots.codes.current?.focus(), [spots.codes]);
  return (
    <PageContent>
      <PageHeader
        title={start.dictation === null && actions.stored === null ? 'New Dictation' : 'Edit Dictation'}
        subtitle={subtitleOf(start.templateName, note.patient.choice)}
        badge={actions.stored === null ? null : <DictationStatusChip status={actions.stored.status} />}
        backTo="/dictations"
        actions={
          <>
            {walk === null ? null : (
              <PendingSteps walk={walk} pathOf={(pending) => `/dictations/${pending}/edit${search}`} />
            )}
            <Button
              startIcon={<KeyboardOutlinedIcon />}
              onClick={() => setHelpOpen(true)}
              title={`Keyboard (${KEYS.help})`}
            >
              Keys
            </Button>
          </>
        }
      />
      <NoteAlerts
        note={note}
        keep={keep}
        actions={actions}
        attention={spots.attention}
        onDiscard={buttons.askDiscard}
        onReload={onReload}
      />
      <Box inert={isElsewhere} sx={isElsewhere ? { opacity: 0.6 } : {}}>
        <Box sx={COLUMNS}>
          <Box sx={{ minWidth: 0 }}>
            <Section title="Procedure">
              <NoteHeadFields
                head={head}
                patient={note.patient}
                providerName={providerName}
                patientError={actions.trouble?.at === 'patient' ? 'Please select a patient' : null}
                patientRef={spots.patient}
                onChange={changeHead}
              />
            </Section>
            <Section title={start.templateName}>
              <TemplateForm form={note.form} ref={spots.form} onEnd={focusCodes} />
            </Section>
            <Section title="Complications">
              <TextField
                id={complicationsId}
                label="Complications"
                fullWidth
                multiline
                minRows={2}
                value={head.complications}
                onChange={({ target }) => changeHead({ complications: target.value })}
                slotProps={{ htmlInput: { maxLength: 4000 } }}
              />
            </Section>
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <Section title="Billing">
              <CodePanel
                option={head.billingOption}
                lines={codes.lines}
                suggestions={codes.suggestions}
                onOption={changeOption}
                onLines={codes.setLines}
                addRef={spots.codes}
              />
            </Section>
          </Box>
        </Box>
        <NoteBar buttons={buttons} keepState={keep.state} />
      </Box>
      {buttons.dialogs}
      <KeysHelp open={isHelpOpen} keys={keys} more={FORM_KEYS} onClose={() => setHelpOpen(false)} />
      <UnsavedGuard
        isDirty={keep.state.phase === 'failing' || keep.state.phase === 'refused'}
        isSaving={buttons.isLeaving}
        title="Leave without keeping your changes?"
        text="The server could not be reached yet, so what you typed last would be lost. Stay here until it says that all changes are kept."
      />
    </PageContent>
  );
}

const subtitleOf = (templateName: string, patient: Parameters<typeof patientLabel>[0] | null): string =>
  patient === null ? templateName : `${templateName} for ${patientLabel(patient)}`;

/** The places that keys and messages lead to. */
function useSpots(trouble: ReturnType<typeof useNoteActions>['trouble']) {
  const patient = useRef<HTMLInputElement>(null);
  const form = useRef<TemplateFormHandle>(null);
  const codes = useRef<HTMLInputElement>(null);
  const attention = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (trouble === null) return;
    if (trouble.at === 'patient') patient.current?.focus();
    else if (trouble.at === null || form.current?.focusFirstMissing() !== true) attention.current?.focus();
  }, [trouble]);
  return useMemo(() => ({ patient, form, codes, attention }), []);
}

/** The codes stand beside the form where there is room. */
const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
  gap: 2,
  alignItems: 'start',
};
