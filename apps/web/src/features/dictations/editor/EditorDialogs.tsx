import { useEffect, useRef } from 'react';
import type { EmptyPlace } from '@portal/domain/template/empty-places';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DiscardDialog } from '../drafts/DiscardDialog.tsx';
import { EmptyPlacesDialog } from '../signing/EmptyPlacesDialog.tsx';
import type { EditorActions } from './use-editor-actions.ts';

interface EditorDialogsProps {
  readonly actions: Pick<EditorActions, 'question' | 'ask' | 'confirm'>;
  /** The dictation has been saved before. */
  readonly isSaved: boolean;
  /** Focuses a field of the form; returns false when the field cannot be edited. */
  readonly focusField: (fieldId: string) => boolean;
}

/** The questions before a completed dictation returns to draft, changes are discarded, or blanks are signed. */
export function EditorDialogs({ actions, isSaved, focusField }: EditorDialogsProps) {
  const { question, ask, confirm } = actions;
  const close = () => ask(null);
  const onConfirm = async () => {
    if (question !== null) await confirm(question);
  };
  const goTo = useFocusAfter(question !== null, focusField);
  return (
    <>
      <ConfirmDialog
        open={question?.kind === 'returnToDraft'}
        title="Return to draft?"
        text="This dictation is completed. A draft leaves pending review until it is submitted again."
        confirmLabel="Save Draft"
        onConfirm={onConfirm}
        onClose={close}
      />
      <DiscardDialog
        open={question?.kind === 'discard'}
        text={
          isSaved
            ? 'Your changes will be discarded. The saved dictation is not affected.'
            : 'The unfinished dictation will be discarded. This cannot be undone.'
        }
        onConfirm={onConfirm}
        onClose={close}
      />
      <EmptyPlacesDialog
        places={question?.kind === 'blanks' ? question.places : null}
        onGoTo={(place) => {
          goTo(place);
          close();
        }}
        onSign={onConfirm}
        onClose={close}
      />
    </>
  );
}

/** Focuses the field of a blank once the dialog is closed and has returned the focus. */
function useFocusAfter(isOpen: boolean, focusField: (fieldId: string) => boolean) {
  const wanted = useRef<EmptyPlace | null>(null);
  useEffect(() => {
    const place = wanted.current;
    if (isOpen || place === null) return;
    wanted.current = null;
    if (!focusField(place.fieldId)) focusField(place.textFieldId);
  }, [isOpen, focusField]);
  return (place: EmptyPlace) => {
    wanted.current = place;
  };
}
