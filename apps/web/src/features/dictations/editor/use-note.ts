import type { DraftContent } from '@portal/contract/dictation-drafts';
import { patientGet } from '@portal/contract/patients';
import { userProviders } from '@portal/contract/users';
import { storedOf } from '@portal/domain/dictation/form-values';
import { fullName } from '@portal/domain/person-name';
import { autoPopulateValues } from '@portal/domain/template/auto-populate';
import { isDependent } from '@portal/domain/template/evaluate';
import { billedCodes, suggestCodes } from '@portal/domain/template/billing';
import type { Suggestions } from '@portal/domain/template/billing';
import type { FieldValue, FieldValues } from '@portal/domain/template/value';
import { useCallback, useMemo, useState } from 'react';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { useTemplateForm } from '#template-form/use-template-form.ts';
import { defaultLines, followSuggestions, isSameLines } from '../codes/code-lines.ts';
import type { CodeLine } from '../codes/code-lines.ts';
import type { NoteBody } from './note-saver.ts';
import type { NoteHead, NoteStart } from './note-start.ts';

const CACHED = { staleTime: 60_000 } as const;

/** The editor's state and everything derived from it. */
export type Note = ReturnType<typeof useNote>;

/** Holds the state of the dictation in the editor. */
export function useNote(start: NoteStart) {
  const canEditReadOnly = useAccess().hasRole('Admin');
  const [head, setHead] = useState(start.head);
  const changeHead = useCallback(
    (part: Partial<NoteHead>) => setHead((before) => ({ ...before, ...part })),
    [],
  );
  const patient = useNotePatient(start, head.patientId);
  const provider = useProvider(head.providerId);
  const { content, sources, providerDefaults } = start;
  const { procedureLocation, procedureDate } = head;
  const defaults = useMemo(
    () => ({
      ...providerDefaults,
      ...autoPopulateValues(content, sources, {
        patient: patient.details,
        provider,
        locationName: procedureLocation,
        procedureDate,
      }),
    }),
    [content, sources, providerDefaults, patient.details, provider, procedureLocation, procedureDate],
  );
  const form = useTemplateForm(content, { initial: start.entered, defaults, canEditReadOnly });
  const codes = useCodes(start, form.evaluation, head);

  const { entered, evaluation } = form;
  const { lines, areSuggested } = codes;
  const lost = useMemo(
    () => Object.fromEntries(start.restored?.lost.map(({ id, text }) => [id, text]) ?? []),
    [start.restored],
  );
  const draft = useMemo(
    (): DraftContent => ({
      patientId: head.patientId === '' ? null : head.patientId,
      procedureDate: head.procedureDate,
      procedureLocation: head.procedureLocation,
      providerId: head.providerId === '' ? null : head.providerId,
      locationId: head.locationId === '' ? null : head.locationId,
      // Values without a field are still shown, so the user can copy them.
      formData: { ...lost, ...plainValues(entered) },
      editedFields: Object.keys(entered).filter((id) => {
        const field = evaluation.byId.get(id)?.field;
        return field !== undefined && isDependent(field);
      }),
      billingCodes: areSuggested ? null : lines.map(({ code, modifiers }) => ({ code, modifiers })),
      billingOption: head.billingOption,
      complications: head.complications,
      createKey: start.createKey,
    }),
    [head, entered, evaluation, lines, areSuggested, lost, start.createKey],
  );

  const body = (): NoteBody => {
    const { formData, editedFields } = storedOf(evaluation);
    return {
      patientId: head.patientId,
      procedureDate: head.procedureDate,
      procedureLocation: head.procedureLocation,
      ...(head.providerId !== '' && { providerId: head.providerId }),
      ...(head.locationId !== '' && { locationId: head.locationId }),
      // The server fills in fields that only administrators can change.
      formData: plainValues(
        canEditReadOnly
          ? formData
          : Object.fromEntries(
              Object.entries(formData).filter(([id]) => evaluation.byId.get(id)?.field.isReadOnly !== true),
            ),
      ),
      editedFields: [...editedFields],
      billingCodes: billedCodes(lines, head.billingOption).map(({ code, modifiers }) => ({
        code,
        modifiers,
      })),
      billingOption: head.billingOption,
      complications: head.complications,
    };
  };

  return { start, head, changeHead, patient, provider, form, codes, draft, body };
}

/** Copies values because the API types have mutable arrays. */
const plainValues = (values: FieldValues): Record<string, string | boolean | string[]> =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]: [string, FieldValue]) => [
      id,
      typeof value === 'object' ? [...value] : value,
    ]),
  );

/** The dictation's patient; `details` come from the patient record. */
export interface NotePatient {
  readonly choice: PatientChoice | null;
  readonly details: {
    readonly firstName: string;
    readonly lastName: string;
    readonly dateOfBirth: string;
    readonly gender: string | null;
    readonly medicalRecordNumber: string;
    readonly phone: string | null;
    readonly insuranceProvider: string | null;
    readonly isActive: boolean;
  } | null;
  readonly setChoice: (choice: PatientChoice | null) => void;
}

function useNotePatient({ dictation }: NoteStart, patientId: string): NotePatient {
  const [chosen, setChoice] = useState<PatientChoice | null>(null);
  const query = useEndpointQuery(
    patientGet,
    { params: { id: patientId }, query: {} },
    { ...CACHED, enabled: patientId !== '' },
  );
  useLoggedError('Patient', query.error);
  const details = patientId === '' ? null : (query.data ?? null);
  const choice = useMemo(() => {
    if (patientId === '') return null;
    if (details !== null) return details;
    if (chosen?.id === patientId) return chosen;
    return dictation?.patientId === patientId ? storedPatient(dictation) : null;
  }, [patientId, details, chosen, dictation]);
  return useMemo(() => ({ choice, details, setChoice }), [choice, details]);
}

/** Splits the dictation's patient name, "Roe, Jane". */
function storedPatient({
  patientId,
  patientName,
  patientMRN,
  patientDOB,
}: NonNullable<NoteStart['dictation']>): PatientChoice {
  const [lastName = '', ...firstNames] = patientName.split(', ');
  return {
    id: patientId,
    lastName,
    firstName: firstNames.join(', '),
    medicalRecordNumber: patientMRN,
    dateOfBirth: patientDOB,
  };
}

function useProvider(id: string): { readonly name: string; readonly title: string | null } | null {
  const { data } = useEndpointQuery(userProviders, {}, CACHED);
  return useMemo(() => {
    const person = data?.find((provider) => provider.id === id);
    return person === undefined
      ? null
      : { name: fullName(person.firstName, person.lastName), title: person.title };
  }, [data, id]);
}

/** The billing codes, which follow the form entries until the user changes them. */
function useCodes(
  { rules, lines: startLines }: NoteStart,
  evaluation: Parameters<typeof suggestCodes>[1],
  { billingOption }: NoteHead,
) {
  const found = useMemo(
    () => suggestCodes(rules, evaluation, billingOption),
    [rules, evaluation, billingOption],
  );
  const [state, setState] = useState(() => ({
    suggestions: found,
    lines: startLines ?? defaultLines(found),
  }));
  let { suggestions, lines } = state;
  // Most keystrokes change no suggestion: keep the same object to avoid re-rendering.
  if (!isSame(suggestions, found)) {
    lines = followSuggestions(lines, suggestions, found);
    suggestions = found;
    setState({ suggestions, lines });
  }
  const setLines = useCallback(
    (change: (before: readonly CodeLine[]) => readonly CodeLine[]) =>
      setState((before) => ({ ...before, lines: change(before.lines) })),
    [],
  );
  return { lines, suggestions, setLines, areSuggested: isSameLines(lines, defaultLines(suggestions)) };
}

const isSame = (a: Suggestions, b: Suggestions): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);
