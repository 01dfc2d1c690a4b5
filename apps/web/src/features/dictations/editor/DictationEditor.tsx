import KeyboardOutlinedIcon from '@mui/icons-material/KeyboardOutlined';
import { Box, Button } from '@mui/material';
import { patientLabel } from '@portal/domain/person-name';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { UnsavedGuard } from '#ui/form/UnsavedGuard.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { draftStatus, type EditorState } from '../save/editor-machine.ts';
import { useDictationSave, useEditorState, type DictationSave } from '../save/use-dictation-save.ts';
import { withSide } from '../codes/code-lines.ts';
import { FORM_SHORTCUTS, ShortcutsDialog } from '../keyboard/ShortcutsDialog.tsx';
import { KEYS } from '../keyboard/use-shortcuts.ts';
import { DictationStatusChip } from '../lists/DictationStatusChip.tsx';
import { PendingSteps } from '../pending/PendingSteps.tsx';
import { usePendingQueue, type PendingPosition } from '../pending/use-pending-queue.ts';
import { useOpenFindings } from '../signing/open-findings.ts';
import type { EditorStart } from '../start/editor-start.ts';
import { EditorAlerts } from './EditorAlerts.tsx';
import { EditorBar } from './EditorBar.tsx';
import { EditorDialogs } from './EditorDialogs.tsx';
import { EditorFields } from './EditorFields.tsx';
import { useDictationForm } from './use-dictation-form.ts';
import { useEditorActions } from './use-editor-actions.ts';
import { useEditorFocus } from './use-editor-focus.ts';
import { useEditorShortcuts } from './use-editor-shortcuts.ts';

interface DictationEditorProps {
  readonly start: EditorStart;
  readonly isTakingOver: boolean;
  /** Called on the first change of a new dictation, so its draft ID can go into the URL. */
  readonly onFirstChange?: (draftId: string) => void;
  /** Called when a new dictation has been saved. */
  readonly onCreated?: (id: string) => void;
  /** Reloads from the server. With `takeOver`, editing continues here even if another editor wrote last. */
  readonly onReload: (how: { readonly takeOver: boolean }) => void;
}

/**
 * The dictation editor. A keystroke changes the form, whose content is autosaved; the buttons save the dictation. Both send events to
 * one state machine (`editor-machine.ts`).
 */
export function DictationEditor({
  start,
  isTakingOver,
  onFirstChange,
  onCreated,
  onReload,
}: DictationEditorProps) {
  const form = useDictationForm(start);
  const save = useDictationSave(form, {
    isTakingOver,
    onFirstChange: () => onFirstChange?.(start.target.draftId),
  });
  const state = useShownState(save);
  const { dictation, status } = state;
  const queue = usePendingQueue(dictation?.id ?? null);
  const findings = useOpenFindings(form.checked);
  const actions = useEditorActions({ form, state, save, queue, findings, onCreated });
  const focus = useEditorFocus(start, state.problem, state.save.phase === 'conflict');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openHelp = () => setHelpOpen(true);
  const shortcuts = useEditorShortcuts({ actions, focus, queue, onHelp: openHelp });
  const { choice } = form.patient;
  const isElsewhere = status === 'conflict';
  const name = choice === null ? start.templateName : `${start.templateName} for ${patientLabel(choice)}`;
  return (
    <PageContent>
      <EditorHeader dictation={dictation} name={name} queue={queue} onHelp={openHelp} />
      <EditorAlerts
        form={form}
        state={state}
        save={save}
        conflictRef={focus.conflict}
        onDiscard={() => actions.ask({ kind: 'discard' })}
        onReload={onReload}
      />
      <Box inert={isElsewhere} sx={isElsewhere ? { opacity: 0.6 } : {}}>
        <EditorFields
          form={form}
          dictation={dictation}
          problem={state.problem}
          focus={focus}
          findings={findings}
        />
        <EditorBar
          actions={actions}
          findings={findings}
          onGoTo={focus.goTo}
          save={save}
          status={status}
          problem={state.problem}
          problemRef={focus.problem}
        />
      </Box>
      <EditorDialogs
        actions={actions}
        name={name}
        isSaved={dictation !== null}
        findings={findings}
        onUseSide={({ lineIndex, useSide }) => {
          if (useSide !== undefined && lineIndex !== null)
            form.codes.setLines((before) => withSide(before, lineIndex, useSide));
        }}
        goTo={focus.goTo}
      />
      <ShortcutsDialog
        open={isHelpOpen}
        keys={shortcuts}
        more={FORM_SHORTCUTS}
        onClose={() => setHelpOpen(false)}
      />
      <UnsavedGuard
        isDirty={status === 'retrying' || status === 'rejected'}
        isSaving={() => save.state.get().save.phase === 'saving'}
        title="Leave without saving your changes?"
        text="Your latest changes are not saved yet and would be lost. Stay here until all changes are autosaved."
      />
    </PageContent>
  );
}

function useShownState(save: DictationSave) {
  return {
    dictation: useEditorState(save, ({ dictation }) => dictation),
    save: useEditorState(save, (editor) => editor.save),
    problem: useEditorState(save, ({ problem }) => problem),
    status: useEditorState(save, ({ draft }) => draftStatus(draft)),
  };
}

interface EditorHeaderProps {
  readonly dictation: EditorState['dictation'];
  readonly name: string;
  readonly queue: PendingPosition | null;
  readonly onHelp: () => void;
}

function EditorHeader({ dictation, name, queue, onHelp }: EditorHeaderProps) {
  const { search } = useLocation();
  return (
    <PageHeader
      title={dictation === null ? 'New Dictation' : 'Edit Dictation'}
      subtitle={name}
      badge={dictation === null ? null : <DictationStatusChip status={dictation.status} />}
      backTo="/dictations"
      actions={
        <>
          <PendingSteps position={queue} pathOf={(pending) => `/dictations/${pending}/edit${search}`} />
          <Button startIcon={<KeyboardOutlinedIcon />} onClick={onHelp} title={KEYS.help}>
            Shortcuts
          </Button>
        </>
      }
    />
  );
}
