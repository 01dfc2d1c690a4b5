import { carriedFields } from '@portal/domain/dictation/edited-text';
import { shownText } from '@portal/domain/template/rows';
import { useState } from 'react';
import type { TemplateFormState } from '#template-form/use-template-form.ts';
import type { Restored } from '../start/editor-start.ts';

const NONE: Restored['lost'] = [];

/** Takes carried values out of the form when the note gets another patient. Returns what was taken out, with labels. */
export function useTakenOut(form: TemplateFormState, patientId: string): Restored['lost'] {
  const [held, setHeld] = useState({ patientId, takenOut: NONE });
  if (patientId === '' || patientId === held.patientId) return held.takenOut;
  const carried = held.patientId === '' ? [] : carriedFields(form.editedFrom);
  const takenOut = carried.flatMap(([id]) => {
    const state = form.evaluation.byId.get(id);
    const text = state === undefined ? '' : shownText(state.field, state.given);
    return state === undefined || text === '' ? [] : [{ id, text: `${state.field.label}: ${text}` }];
  });
  for (const [id] of carried) form.reset(id);
  setHeld({ patientId, takenOut });
  return takenOut;
}
