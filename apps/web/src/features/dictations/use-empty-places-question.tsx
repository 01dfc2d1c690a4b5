import { isNoShow } from '@portal/domain/template/billing-option';
import { emptyPlaces } from '@portal/domain/template/empty-places';
import type { EmptyPlace } from '@portal/domain/template/empty-places';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { EmptyPlacesDialog } from './EmptyPlacesDialog.tsx';
import type { Note } from './use-note.ts';

interface Question {
  readonly places: readonly EmptyPlace[];
  readonly sign: () => Promise<void>;
}

/** Asks before the note in the editor is signed with empty places in its texts. */
export function useEmptyPlacesQuestion(
  { form, head }: Note,
  isSigning: boolean,
  focusField: (fieldId: string) => boolean,
): {
  /** True when it asks, and then signs by itself; false when there is nothing to ask. */
  readonly ask: (sign: () => Promise<void>) => boolean;
  readonly dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const wanted = useRef<EmptyPlace | null>(null);
  // After the dialog has given the focus back.
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
