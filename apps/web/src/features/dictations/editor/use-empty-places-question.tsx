import { isNoShow } from '@portal/domain/template/billing-option';
import { emptyPlaces } from '@portal/domain/template/empty-places';
import type { EmptyPlace } from '@portal/domain/template/empty-places';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { EmptyPlacesDialog } from '../signing/EmptyPlacesDialog.tsx';
import type { Note } from './use-note.ts';

interface Question {
  readonly places: readonly EmptyPlace[];
  readonly sign: () => Promise<void>;
}

/** Asks for confirmation before the dictation in the editor is signed with blanks in its report text. */
export function useEmptyPlacesQuestion(
  { form, head }: Note,
  isSigning: boolean,
  focusField: (fieldId: string) => boolean,
): {
  /** Returns true when it opened the dialog, which then signs on confirmation; false when there are no blanks. */
  readonly ask: (sign: () => Promise<void>) => boolean;
  readonly dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const wanted = useRef<EmptyPlace | null>(null);
  // Wait until the dialog has returned the focus.
  useEffect(() => {
    const place = wanted.current;
    if (question !== null || place === null) return;
    wanted.current = null;
    if (!focusField(place.fieldId)) focusField(place.textFieldId);
  }, [question, focusField]);
  return {
    ask: (sign) => {
      const places =
        isSigning && !isNoShow(head.billingOption) ? emptyPlaces(form.content, form.evaluation) : [];
      if (places.length > 0) setQuestion({ places, sign });
      return places.length > 0;
    },
    dialog: (
      <EmptyPlacesDialog
        places={question?.places ?? null}
        onGoTo={(place) => {
          wanted.current = place;
          setQuestion(null);
        }}
        onSign={async () => question?.sign()}
        onClose={() => setQuestion(null)}
      />
    ),
  };
}
