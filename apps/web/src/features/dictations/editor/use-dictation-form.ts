import type { DraftContent } from '@portal/contract/dictation-drafts';
import { MAX_COMPLICATIONS, type Dictation } from '@portal/contract/dictations';
import { patientGet, type Patient } from '@portal/contract/patients';
import { userProviders } from '@portal/contract/users';
import { isDateOnly } from '@portal/domain/date';
import { missingFieldsMessage } from '@portal/domain/dictation';
import type { EditedFrom } from '@portal/domain/dictation/edited-text';
import { storedOf } from '@portal/domain/dictation/form-values';
import { textsBesideFields } from '@portal/domain/dictation/left-over-tags';
import { lastFirst, personName } from '@portal/domain/person-name';
import { autoPopulateTexts, autoPopulateValues } from '@portal/domain/template/auto-populate';
import { isNoShow } from '@portal/domain/template/billing-option';
import { brokenRules } from '@portal/domain/template/broken-references';
import { isDependent } from '@portal/domain/template/evaluate';
import { billedCodes, suggestCodes, type Suggestions } from '@portal/domain/template/billing';
import { fieldLengthProblem } from '@portal/domain/template/field-length';
import { problemText, rowsProblems } from '@portal/domain/template/rows';
import { mutableValues } from '@portal/domain/template/value';
import { withoutSources } from '@portal/domain/template/sources';
import { tooManyCharacters } from '@portal/domain/text';
import { useCallback, useMemo, useState } from 'react';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { useTemplateForm } from '#template-form/use-template-form.ts';
import { defaultLines, isSameLines, sentLine, type CodeLine } from '../codes/code-lines.ts';
import type { InvalidInputs } from '../codes/invalid-inputs.ts';
import { followSuggestions } from '../codes/line-suggestions.ts';
import { useTakenOut } from '../carry/use-taken-out.ts';
import type { OpenDictation } from '../signing/open-findings.ts';
import { problemOf, type EditorProblem, type SaveBody } from '../save/editor-machine.ts';
import type { ProcedureDetails, EditorStart } from '../start/editor-start.ts';
import { useSources } from './use-sources.ts';

const CACHED = { staleTime: 60_000 } as const;

/** The content of the editor and everything derived from it. */
export type DictationForm = ReturnType<typeof useDictationForm>;

/** Holds the content of the editor: procedure details, template form, and billing codes. */
export function useDictationForm(start: EditorStart) {
  const canEditReadOnly = useAccess().hasRole('Admin');
  const [details, setDetails] = useState(start.details);
  const changeDetails = useCallback(
    (part: Partial<ProcedureDetails>) => setDetails((before) => ({ ...before, ...part })),
    [],
  );
  const patient = usePatient(start.dictation, details.patientId);
  const provider = useProvider(details.providerId);
  const { form, sources } = useFilledForm(start, {
    details,
    patient: patient.record,
    provider,
    canEditReadOnly,
  });
  const takenOut = useTakenOut(form, details.patientId);
  const codes = useCodes(start, form.evaluation, details);

  const [invalidInputs] = useState((): InvalidInputs => new Map());
  const content = { details, form, codes };
  const draft = useDraft(start, content);
  const checked = useChecked(start, content, { patient, provider });
  return {
    start,
    details,
    changeDetails,
    patient,
    provider,
    form,
    codes,
    invalidInputs,
    sources,
    /** Carried values that were taken out, because the note is about another patient now. */
    takenOut,
    draft,
    body: () => saveBody(content, canEditReadOnly),
    /** What prevents a save; null when there is nothing. A draft only needs a patient and a valid date. */
    problem: (mustBeComplete: boolean) =>
      missingPart({ details, form, invalidInputs, sources }, mustBeComplete),
    checked,
  };
}

interface Content {
  readonly details: ProcedureDetails;
  readonly form: ReturnType<typeof useTemplateForm>;
  readonly codes: ReturnType<typeof useCodes>;
}

interface FillingFacts {
  readonly details: ProcedureDetails;
  readonly patient: ReturnType<typeof usePatient>['record'];
  readonly provider: ReturnType<typeof useProvider>;
  readonly canEditReadOnly: boolean;
}

/** The form of the template, with what order, patient, provider and place fill in. */
function useFilledForm(start: EditorStart, { details, patient, provider, canEditReadOnly }: FillingFacts) {
  const { content, sources: filled, providerDefaults } = start;
  const { procedureLocation, procedureDate } = details;
  const facts = useMemo(
    () => ({ patient, provider, locationName: procedureLocation, procedureDate }),
    [patient, provider, procedureLocation, procedureDate],
  );
  const sources = useSources(start, details, facts);
  const defaults = useMemo(
    () => ({
      ...providerDefaults,
      ...sources.ofOrder,
      ...autoPopulateValues(content, filled, facts),
      ...sources.values,
    }),
    [content, filled, providerDefaults, facts, sources.values, sources.ofOrder],
  );
  const auto = useMemo(() => autoPopulateTexts(filled, facts), [filled, facts]);
  const form = useTemplateForm(content, {
    initial: withoutSources(start.entered),
    initialOrigins: start.editedFrom,
    defaults,
    auto,
    valueOrigins: sources.origins,
    canEditReadOnly,
  });
  return { form, sources };
}

/** What the autosave sends: also what cannot be saved yet. */
function useDraft(start: EditorStart, { details, form, codes }: Content): DraftContent {
  const { entered, evaluation, editedFrom } = form;
  const { lines, areSuggested } = codes;
  const lost = useMemo(
    () => Object.fromEntries(start.restored?.lost.map(({ id, text }) => [id, text]) ?? []),
    [start.restored],
  );
  return useMemo(
    (): DraftContent => ({
      ...details,
      patientId: orNull(details.patientId),
      providerId: orNull(details.providerId),
      locationId: orNull(details.locationId),
      // Values without a field are still shown, so the user can copy them.
      formData: { ...lost, ...mutableValues(entered) },
      editedFields: Object.keys(entered).filter((id) => {
        const field = evaluation.byId.get(id)?.field;
        return field !== undefined && isDependent(field);
      }),
      editedFrom: plainOrigins(editedFrom),
      billingCodes: areSuggested ? null : lines.map(sentLine),
      ...(start.order?.patientId === details.patientId && { orderId: start.order.id }),
      createKey: start.createKey,
    }),
    [details, entered, evaluation, editedFrom, lines, areSuggested, lost, start.createKey, start.order],
  );
}

const orNull = (id: string): string | null => (id === '' ? null : id);

/** What a save sends. */
function saveBody({ details, form, codes }: Content, canEditReadOnly: boolean): SaveBody {
  const { evaluation, editedFrom } = form;
  const { formData, editedFields } = storedOf(evaluation);
  const { providerId, locationId, ...others } = details;
  return {
    ...others,
    ...(providerId !== '' && { providerId }),
    ...(locationId !== '' && { locationId }),
    // The server fills in fields that only administrators can change.
    formData: mutableValues(
      canEditReadOnly
        ? formData
        : Object.fromEntries(
            Object.entries(formData).filter(([id]) => evaluation.byId.get(id)?.field.isReadOnly !== true),
          ),
    ),
    editedFields: [...editedFields],
    editedFrom: plainOrigins(editedFrom),
    billingCodes: billedCodes(codes.lines, details.billingOption).map(sentLine),
  };
}

/** The dictation as the checks before signing see it. */
function useChecked(
  start: EditorStart,
  { details, form, codes }: Content,
  { patient, provider }: Pick<DictationForm, 'patient' | 'provider'>,
): OpenDictation {
  const { content, rules, templateName } = start;
  const { evaluation, editedFrom, outdated } = form;
  const { lines } = codes;
  const { procedureDate } = details;
  const { choice } = patient;
  const ofRules = useMemo(() => brokenRules(content, rules), [content, rules]);
  return useMemo(
    (): OpenDictation => ({
      content,
      evaluation,
      editedFields: storedOf(evaluation).editedFields,
      editedFrom,
      outdated,
      rules,
      billingOption: details.billingOption,
      lines,
      traits: new Map(rules.flatMap((rule) => rule.billingCodes.map((code) => [code.code, code]))),
      patient: patient.record ?? { dateOfBirth: null, gender: null },
      providerId: orNull(details.providerId),
      procedureDate,
      texts: textsBesideFields({
        ...details,
        templateName,
        patientName: choice === null ? '' : lastFirst(choice),
        providerName: provider?.name ?? '',
      }),
      dictationId: start.dictation?.id ?? null,
      patientId: details.patientId,
      locationId: details.locationId,
      brokenRules: ofRules,
    }),
    [
      content,
      evaluation,
      editedFrom,
      outdated,
      details,
      lines,
      rules,
      patient.record,
      procedureDate,
      templateName,
      choice,
      provider,
      ofRules,
      start.dictation,
    ],
  );
}

type Checked = Pick<DictationForm, 'details' | 'form' | 'invalidInputs' | 'sources'>;

/** Text that is kept but cannot be saved, also not as a draft; null if there is none. */
function refusedPart({ details, form, invalidInputs }: Checked): EditorProblem | null {
  for (const { field, value, given, isVisible, isFollowing } of form.evaluation.fields) {
    if (!isVisible) continue;
    const inRows =
      field.type === 'rows' && !isFollowing ? problemText(rowsProblems(field, given), 'refused') : '';
    const refused = fieldLengthProblem(field, value) ?? (inRows === '' ? null : inRows);
    if (refused !== null) return problemOf(`${field.label}: ${refused}`, { fieldId: field.id });
  }
  const tooLong = tooManyCharacters(details.complications, MAX_COMPLICATIONS);
  if (tooLong !== null) return problemOf(`Complications: ${tooLong}`, 'complications');
  const [invalid] = invalidInputs;
  return invalid === undefined ? null : problemOf(invalid.join(': '));
}

/** What is missing in the form; null when it can be saved. */
function missingPart(checked: Checked, mustBeComplete: boolean): EditorProblem | null {
  const { details, form, sources } = checked;
  const refused = refusedPart(checked);
  if (refused !== null) return refused;
  const hasPatient = details.patientId !== '';
  if (hasPatient && !isDateOnly(details.procedureDate))
    return problemOf('Procedure date must be a valid date (MM/DD/YYYY)');
  if (!mustBeComplete) return hasPatient ? null : problemOf('Please select a patient', 'patient');
  const isRequired = !isNoShow(details.billingOption);
  const missing = [...(hasPatient ? [] : ['Patient']), ...(isRequired ? form.evaluation.missing : [])];
  if (missing.length > 0) return problemOf(missingFieldsMessage(missing), hasPatient ? 'form' : 'patient');
  // The server would fill in what nobody has seen.
  if (isRequired && sources.state !== 'known')
    return problemOf(
      sources.state === 'loading'
        ? 'Values from the record are still loading. Try again in a moment.'
        : 'Values from the record could not be loaded. Load them again first.',
    );
  return isRequired && !form.evaluation.isComplete
    ? problemOf('Please correct the fields marked below', 'form')
    : null;
}

/** Copies origins because the API types are mutable. */
const plainOrigins = (origins: EditedFrom): DraftContent['editedFrom'] =>
  Object.fromEntries(
    Object.entries(origins).map(([id, origin]) => [id, { ...origin, from: { ...origin.from } }]),
  );

/** The dictation's patient. */
export interface EditorPatient {
  readonly choice: PatientChoice | null;
  /** The patient's record; null until it is loaded. */
  readonly record: Patient | null;
  readonly setChoice: (choice: PatientChoice | null) => void;
}

function usePatient(dictation: Dictation | null, patientId: string): EditorPatient {
  const [chosen, setChoice] = useState<PatientChoice | null>(null);
  const query = useEndpointQuery(
    patientGet,
    { params: { id: patientId }, query: {} },
    { ...CACHED, enabled: patientId !== '' },
  );
  useLoggedError('Patient', query.error);
  const record = patientId === '' ? null : (query.data ?? null);
  const choice = [record, chosen, dictation?.patient].find((one) => one?.id === patientId) ?? null;
  return useMemo(() => ({ choice, record, setChoice }), [choice, record]);
}

function useProvider(id: string): { readonly name: string; readonly title: string | null } | null {
  const { data } = useEndpointQuery(userProviders, {}, CACHED);
  return useMemo(() => {
    const person = data?.find((provider) => provider.id === id);
    return person === undefined ? null : { name: personName(person), title: person.title };
  }, [data, id]);
}

/** The billing codes, which follow the form entries until the user changes them. */
function useCodes(
  { rules, lines: startLines, oneSidedModifier }: EditorStart,
  evaluation: Parameters<typeof suggestCodes>[1],
  { billingOption }: ProcedureDetails,
) {
  const found = useMemo(
    () => suggestCodes(rules, evaluation, billingOption, oneSidedModifier),
    [rules, evaluation, billingOption, oneSidedModifier],
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
