import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useIsShown } from '#lib/session/use-session.ts';
import type { TemplateFormHandle } from '#template-form/TemplateForm.tsx';
import type { EditorProblem } from '../save/editor-machine.ts';
import { lineAnchor } from '../session/new-dictation.ts';
import type { EditorStart } from '../start/editor-start.ts';

export type EditorFocus = ReturnType<typeof useEditorFocus>;

/** Moves the focus to where the user continues: when the editor opens, and to problems and conflicts. */
export function useEditorFocus(
  { dictation, restored, details }: EditorStart,
  problem: EditorProblem | null,
  isConflict: boolean,
) {
  const { hash } = useLocation();
  const isShown = useIsShown();
  const refs = {
    patient: useRef<HTMLInputElement>(null),
    form: useRef<TemplateFormHandle>(null),
    complications: useRef<HTMLTextAreaElement>(null),
    codes: useRef<HTMLInputElement>(null),
    problem: useRef<HTMLDivElement>(null),
    conflict: useRef<HTMLDivElement>(null),
  };
  const { patient, form, complications, problem: alert, conflict } = refs;
  /** Returns false when the field cannot be edited. */
  const focusField = useCallback((fieldId: string) => form.current?.focusField(fieldId) ?? false, [form]);
  const goTo = useCallback(
    ({ fieldId, lineIndex }: { readonly fieldId: string | null; readonly lineIndex: number | null }) => {
      if (fieldId !== null) focusField(fieldId);
      else if (lineIndex !== null) document.getElementById(lineAnchor(lineIndex))?.focus();
    },
    [focusField],
  );
  // A new dictation starts with the focus on the patient, or on the form when the patient is known.
  const isFresh = dictation === null && restored === null;
  const hasPatient = details.patientId !== '';
  useEffect(() => {
    if (!isFresh || !isShown) return;
    if (hasPatient) form.current?.focusFirst();
    else patient.current?.focus();
  }, [isFresh, hasPatient, form, patient, isShown]);
  // The URL can point to a field or billing line, as links in the list of findings do.
  useEffect(() => {
    const id = decodeURIComponent(hash.slice(1));
    if (id !== '' && isShown && !focusField(id)) document.getElementById(id)?.focus();
  }, [hash, focusField, isShown]);
  useEffect(() => {
    if (isConflict) conflict.current?.focus();
  }, [isConflict, conflict]);
  useEffect(() => {
    if (problem === null) return;
    if (problem.at === 'patient') patient.current?.focus();
    else if (problem.at === 'complications') complications.current?.focus();
    else if (typeof problem.at === 'object' && problem.at !== null) focusField(problem.at.fieldId);
    else if (problem.at === null || form.current?.focusFirstMissing() !== true) alert.current?.focus();
  }, [problem, patient, form, complications, alert, focusField]);
  return { ...refs, goTo };
}
