import { carriedFields, type Origin } from '@portal/domain/dictation/edited-text';
import { shownText } from '@portal/domain/template/rows';
import type { FieldValue } from '@portal/domain/template/value';
import { useState } from 'react';
import type { TemplateFormState } from '#template-form/use-template-form.ts';

/** A carried value that was taken out, with its label. */
interface TakenOut {
  readonly id: string;
  readonly text: string;
  readonly value: FieldValue;
  readonly origin: Origin;
}

interface Held {
  readonly patientId: string;
  /** The patient whose values were taken out; '' if none were. */
  readonly from: string;
  readonly takenOut: readonly TakenOut[];
}

/**
 * Takes carried values out of the form when the note gets another patient, and puts them back into empty fields when it gets the former
 * one again. Returns what was taken out.
 */
export function useTakenOut(form: TemplateFormState, patientId: string): readonly TakenOut[] {
  const [held, setHeld] = useState<Held>({ patientId, from: '', takenOut: [] });
  if (patientId === '' || patientId === held.patientId) return held.takenOut;
  const isBack = patientId === held.from;
  const carried = held.patientId === '' ? [] : carriedFields(form.editedFrom).map(([id]) => id);
  const takenOut = carried.flatMap((id) => takenOutOf(form, id));
  for (const id of carried) form.reset(id);
  const isFree = ({ id }: TakenOut) => carried.includes(id) || !Object.hasOwn(form.entered, id);
  const back = isBack ? held.takenOut.filter(isFree) : [];
  if (back.length > 0) form.carry(back.map(({ id, value, origin }) => ({ fieldId: id, value, origin })));
  const before = isBack ? { from: '', takenOut: [] } : held;
  setHeld({ ...(takenOut.length > 0 ? { from: held.patientId, takenOut } : before), patientId });
  return takenOut;
}

function takenOutOf({ evaluation, entered, editedFrom }: TemplateFormState, id: string): readonly TakenOut[] {
  const field = evaluation.byId.get(id)?.field;
  const [value, origin] = [entered[id], editedFrom[id]];
  const text = field === undefined ? '' : shownText(field, value);
  return field === undefined || value === undefined || origin === undefined || text === ''
    ? []
    : [{ id, text: `${field.label}: ${text}`, value, origin }];
}
