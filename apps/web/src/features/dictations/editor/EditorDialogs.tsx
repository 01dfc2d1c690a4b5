import { useEffect, useRef } from 'react';
import type { CheckFinding } from '@portal/contract/signing-checks';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DiscardDialog } from '../drafts/DiscardDialog.tsx';
import { FindingsDialog } from '../signing/FindingsDialog.tsx';
import type { EditorActions } from './use-editor-actions.ts';

interface EditorDialogsProps {
  readonly actions: Pick<EditorActions, 'question' | 'ask' | 'confirm'>;
  /** Patient and template. */
  readonly name: string;
  /** The dictation has been saved before. */
  readonly isSaved: boolean;
  /** What to look at before signing, as the dictation is now. */
  readonly findings: readonly CheckFinding[];
  readonly onUseSide: (finding: CheckFinding) => void;
  /** Focuses where a finding can be corrected. */
  readonly goTo: (finding: CheckFinding) => void;
}

/** The questions before a completed dictation returns to draft, changes are discarded, or a dictation with findings is signed. */
export function EditorDialogs({ actions, name, isSaved, findings, onUseSide, goTo }: EditorDialogsProps) {
  const { question, ask, confirm } = actions;
  const close = () => ask(null);
  const onConfirm = async () => {
    if (question !== null) await confirm(question);
  };
  const goToAfter = useGoAfter(question !== null, goTo);
  return (
    <>
      <ConfirmDialog
        open={question?.kind === 'returnToDraft'}
        title="Return to draft?"
        text="This dictation is completed. A draft leaves pending review until it is submitted again."
        confirmLabel="Save Draft"
        records={[name]}
        onConfirm={onConfirm}
        onClose={close}
      />
      <DiscardDialog
        open={question?.kind === 'discard'}
        name={name}
        text={
          isSaved
            ? 'Your changes will be discarded. The saved dictation is not affected.'
            : 'The unfinished dictation will be discarded. This cannot be undone.'
        }
        onConfirm={onConfirm}
        onClose={close}
      />
      <FindingsDialog
        findings={question?.kind === 'findings' ? findings : null}
        onUseSide={onUseSide}
        onGoTo={(finding) => {
          goToAfter(finding);
          close();
        }}
        onSign={onConfirm}
        onClose={close}
      />
    </>
  );
}

/** Goes to a finding once the dialog is closed and has returned the focus. */
function useGoAfter(isOpen: boolean, goTo: (finding: CheckFinding) => void) {
  const wanted = useRef<CheckFinding | null>(null);
  useEffect(() => {
    const finding = wanted.current;
    if (isOpen || finding === null) return;
    wanted.current = null;
    goTo(finding);
  }, [isOpen, goTo]);
  return (finding: CheckFinding) => {
    wanted.current = finding;
  };
}
