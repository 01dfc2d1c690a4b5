import KeyboardOutlinedIcon from '@mui/icons-material/KeyboardOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { patientLabel } from '@portal/domain/person-name';
import { isNoShow } from '@portal/domain/template/billing-option';
import type { BillingOption } from '@portal/domain/template/billing-option';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Ref } from 'react';
import { useLocation, useParams } from 'react-router';
import { TemplateForm } from '#template-form/TemplateForm.tsx';
import type { TemplateFormHandle } from '#template-form/TemplateForm.tsx';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { CodePanel } from '../codes/CodePanel.tsx';
import { DictationStatusChip } from '../lists/DictationStatusChip.tsx';
import { FORM_KEYS, KeysHelp } from '../keyboard/KeysHelp.tsx';
import { NoteAlerts } from './NoteAlerts.tsx';
import { NoteBar } from './NoteBar.tsx';
import { NoteHeadFields } from './NoteHeadFields.tsx';
import type { NoteStart } from './note-start.ts';
import { PendingSteps } from '../pending/PendingSteps.tsx';
import { providerChange } from './provider-change.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { useKeep } from './use-keep.ts';
import { useNote } from './use-note.ts';
import { useNoteActions } from './use-note-actions.ts';
import { useNoteButtons } from './use-note-buttons.tsx';
import { KEYS } from '../keyboard/use-note-keys.ts';
import { usePendingWalk } from '../pending/use-pending-walk.ts';

interface NoteDeskProps {
  readonly start: NoteStart;
  readonly isTakingOver: boolean;
  /** Called on the first change of a new dictation, so its draft ID can go into the URL. */
  readonly onFirstChange: (draftId: string) => void;
  /** Called when a new dictation has been saved. */
  readonly onCreated: (id: string) => void;
  /** Reloads from the server. With `takeOver`, editing continues here even if another editor wrote last. */
  readonly onReload: (how: { readonly takeOver: boolean }) => void;
}

/** The dictation editor: procedure details, the template's form, billing codes, and the action bar. */
export function NoteDesk({ start, isTakingOver, onFirstChange, onCreated, onReload }: NoteDeskProps) {
  const user = useCurrentUser();
  const note = useNote(start);
  const { id = null } = useParams();
  const { search, hash } = useLocation();
  const keep = useKeep({
    start,
    draft: note.draft,
    dictationId: id,
    isTakingOver,
    onFirstChange: () => onFirstChange(start.target.draftId),
  });
  const actions = useNoteActions(note, keep.keeper);
  const { stored, trouble } = actions;
  const walk = usePendingWalk(stored?.id ?? null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const patient = useRef<HTMLInputElement>(null);
  const form = useRef<TemplateFormHandle>(null);
  const focusField = useCallback((fieldId: string) => form.current?.focusField(fieldId) ?? false, []);
  const buttons = useNoteButtons({ note, actions, walk, onCreated, focusField });
  const complicationsBox = useRef<HTMLTextAreaElement>(null);
  const codes = useRef<HTMLInputElement>(null);
  const attention = useRef<HTMLDivElement>(null);
  const theirs = useRef<HTMLDivElement>(null);
  const spots = { patient, form, codes };
  const keys = useDeskKeys({ keys: buttons.keys, spots, walk, onHelp: () => setHelpOpen(true) });
  // A new dictation starts with the focus on the patient, or on the form when the patient is known.
  const isFresh = start.dictation === null && start.restored === null;
  const hasPatient = start.head.patientId !== '';
  useEffect(() => {
    if (!isFresh) return;
    if (hasPatient) form.current?.focusFirst();
    else patient.current?.focus();
  }, [isFresh, hasPatient]);
  // The URL can point to a field, as links in the list of blanks do.
  useEffect(() => {
    if (hash !== '') focusField(hash.slice(1));
  }, [hash, focusField]);
  const isStale = actions.theirs !== null;
  useEffect(() => {
    if (isStale) theirs.current?.focus();
  }, [isStale]);
  useEffect(() => {
    if (trouble === null) return;
    if (trouble.at === 'patient') patient.current?.focus();
    else if (trouble.at === null || form.current?.focusFirstMissing() !== true) attention.current?.focus();
  }, [trouble]);

  const { phase } = keep.state;
  const isElsewhere = phase === 'elsewhere';
  const { head, changeHead } = note;
  const provider = useMemo(
    () => providerChange(user, stored, head.providerId),
    [user, stored, head.providerId],
  );
  const changeOption = useCallback(
    (billingOption: BillingOption) => changeHead({ billingOption }),
    [changeHead],
  );
  return (
    <PageContent>
      <PageHeader
        title={stored === null ? 'New Dictation' : 'Edit Dictation'}
        subtitle={
          note.patient.choice === null
            ? start.templateName
            : `${start.templateName} for ${patientLabel(note.patient.choice)}`
        }
        badge={stored === null ? null : <DictationStatusChip status={stored.status} />}
        backTo="/dictations"
        actions={
          <>
            {walk === null ? null : (
              <PendingSteps walk={walk} pathOf={(pending) => `/dictations/${pending}/edit${search}`} />
            )}
            <Button startIcon={<KeyboardOutlinedIcon />} onClick={() => setHelpOpen(true)} title={KEYS.help}>
              Shortcuts
            </Button>
          </>
        }
      />
      <NoteAlerts
        note={note}
        keep={keep}
        actions={actions}
        attention={theirs}
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
                providerName={note.provider?.name ?? start.dictation?.providerName ?? ''}
                provider={provider}
                patientError={trouble?.at === 'patient' ? 'Please select a patient' : null}
                patientRef={patient}
                onChange={changeHead}
              />
            </Section>
            {isNoShow(head.billingOption) ? (
              <NoShowSection title={start.templateName} />
            ) : (
              <>
                <Section title={start.templateName}>
                  <TemplateForm form={note.form} ref={form} onEnd={() => complicationsBox.current?.focus()} />
                </Section>
                <Section title="Complications">
                  <Complications
                    ref={complicationsBox}
                    onEnd={() => codes.current?.focus()}
                    value={head.complications}
                    onChange={(complications) => changeHead({ complications })}
                  />
                </Section>
              </>
            )}
          </Box>
          <Box sx={BESIDE}>
            <Section title="Billing">
              <CodePanel
                option={head.billingOption}
                lines={note.codes.lines}
                suggestions={note.codes.suggestions}
                onOption={changeOption}
                onLines={note.codes.setLines}
                addRef={codes}
              />
            </Section>
          </Box>
        </Box>
        <NoteBar
          buttons={buttons}
          keepState={keep.state}
          problem={trouble?.problem ?? null}
          attention={attention}
        />
      </Box>
      {buttons.dialogs}
      <KeysHelp open={isHelpOpen} keys={keys} more={FORM_KEYS} onClose={() => setHelpOpen(false)} />
      <UnsavedGuard
        isDirty={phase === 'failing' || phase === 'refused'}
        isSaving={never}
        title="Leave without saving your changes?"
        text="Your latest changes are not saved yet and would be lost. Stay here until all changes are autosaved."
      />
    </PageContent>
  );
}

const never = () => false;

function NoShowSection({ title }: { readonly title: string }) {
  return (
    <Section title={title}>
      <Typography color="textSecondary">
        A no-show needs no entries here. Only the cancellation notice and the billing sheet are printed. Your
        entries stay with the dictation and reappear if you choose another billing option.
      </Typography>
    </Section>
  );
}

interface ComplicationsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref: Ref<HTMLTextAreaElement>;
  /** Called on Ctrl+Enter, as in the text areas of the template's form. */
  readonly onEnd: () => void;
}

function Complications({ value, onChange, ref, onEnd }: ComplicationsProps) {
  const id = useId();
  return (
    <TextField
      id={id}
      label="Complications"
      fullWidth
      multiline
      minRows={2}
      value={value}
      inputRef={ref}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onEnd();
      }}
      slotProps={{ htmlInput: { maxLength: 4000 } }}
    />
  );
}

/** Sticky column between the top bar and the action bar. */
const BESIDE = {
  minWidth: 0,
  position: { lg: 'sticky' },
  top: { lg: 72 },
  maxHeight: { lg: 'calc(100dvh - 160px)' },
  overflowY: { lg: 'auto' },
};

/** Shows the codes beside the form on wide screens. */
const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
  gap: 2,
  alignItems: 'start',
};
