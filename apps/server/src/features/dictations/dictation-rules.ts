import type { Dictation, dictationUpdate } from '@portal/contract/dictations';
import type { BodyOf } from '@portal/contract/endpoint';
import { todayIn } from '@portal/domain/date';
import { missingFieldsMessage } from '@portal/domain/dictation';
import {
  resolveBillingLines,
  type BillingLine,
  type CatalogCode,
  type EnteredCode,
} from '@portal/domain/dictation/billing-lines';
import { editedFromOf, type AutoTextsAround, type EditedFrom } from '@portal/domain/dictation/edited-text';
import { enteredOf, storedOf } from '@portal/domain/dictation/form-values';
import { fullName } from '@portal/domain/person-name';
import { tooFarAheadProblem } from '@portal/domain/procedure-date';
import { maySign, passesRoleCheck } from '@portal/domain/roles';
import { autoPopulateTexts, autoPopulateValues, type AutoTexts } from '@portal/domain/template/auto-populate';
import type { NoteFacts, SourceValues } from '@portal/domain/template/source-values';
import { isNoShow, type BillingOption } from '@portal/domain/template/billing-option';
import {
  CONTENT_VERSION,
  fieldsOf,
  type TemplateContent,
  type TemplateField,
} from '@portal/domain/template/content';
import { evaluateTemplate, isDependent, type FieldState } from '@portal/domain/template/evaluate';
import { fieldLengthProblem } from '@portal/domain/template/field-length';
import { notAnOption } from '@portal/domain/template/option-value';
import { orderDefaults } from '@portal/domain/template/order-values';
import { problemText, rowsProblems } from '@portal/domain/template/rows';
import { isSourceName, sourcesIn } from '@portal/domain/template/sources';
import { isEmptyValue, isSameValue, type FieldValue, type FieldValues } from '@portal/domain/template/value';
import type { Db } from '#db/database.ts';
import { together } from '#db/together.ts';
import { AppError, fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { withChange } from '#request/with-change.ts';
import { requireLocation } from '#features/offices/index.ts';
import { requireOrderOf } from '#features/orders/index.ts';
import { requireBorn, requirePatient } from '#features/patients/index.ts';
import type { TemplateVersion } from '#features/templates/index.ts';
import { requireProvider } from '#features/users/index.ts';
import type { DictationValues, InitialValues } from './dictation-repo.ts';

/** The template content that a dictation was written with. */
export const contentOfDictation = ({ structure }: Pick<Dictation, 'structure'>): TemplateContent => ({
  version: CONTENT_VERSION,
  sections: structure.sections,
});

/** What the fields of a template get from the caller, the patient, the provider, the location and the date. */
export interface Populated {
  /** The values that fields start with. Those of the patient, provider, location, and date replace the caller's own defaults. */
  readonly defaults: FieldValues;
  /** What auto-populated fields get, as printed. */
  readonly auto: AutoTexts;
  /** The values of the sources that the template uses, by name; null if they stay as they are stored. */
  readonly sources: FieldValues | null;
}

/** Whom, when and where a dictation is about, as its fields tell it. */
export const factsOf = (
  found: Omit<InitialValues, 'defaults'>,
  { procedureLocation, procedureDate }: Chosen,
): NoteFacts => ({
  patient: found,
  provider: {
    name: fullName(found.providerFirstName, found.providerLastName),
    title: found.providerTitle,
  },
  locationName: procedureLocation,
  procedureDate,
});

/** What the fields of a template are populated with; `order` has the values of the order's sources. */
export function populate(
  { content, autoPopulate }: Pick<TemplateVersion, 'content' | 'autoPopulate'>,
  found: InitialValues,
  chosen: Chosen,
  order: SourceValues,
): Populated {
  const facts = factsOf(found, chosen);
  return {
    defaults: {
      ...found.defaults,
      ...orderDefaults(content, order),
      ...autoPopulateValues(content, autoPopulate, facts),
    },
    auto: autoPopulateTexts(autoPopulate, facts),
    sources: {},
  };
}

/** Field values and the dependent fields that no longer follow their source. */
export interface FormValues {
  readonly formData: FieldValues;
  readonly editedFields: readonly string[];
  readonly editedFrom: EditedFrom;
}

interface FormContext {
  readonly content: TemplateContent;
  /** Initial values from outside the template: for a new dictation, or after its patient, provider, location, or date changed. */
  readonly defaults: FieldValues;
  /** The values of the sources that the template uses, by name. */
  readonly sources: FieldValues;
  /** What auto-populated fields get; empty if none of these changed. */
  readonly auto?: AutoTextsAround;
  /** Stored values; null for a new dictation. */
  readonly previous: FormValues | null;
  /** Whether the caller may change read-only fields (administrators only). */
  readonly canEditReadOnly: boolean;
}

/**
 * Converts sent values to the values to store: every visible field, including defaults and fields that follow another one. Values of
 * hidden fields are dropped. Throws VALIDATION for unknown fields, text over a field's limit, values that are no option, and changed
 * read-only fields.
 */
export function validateForm(sent: FormValues, formContext: FormContext): FormValues {
  const { content, defaults, canEditReadOnly } = formContext;
  const fields = new Map(fieldsOf(content).map((field) => [field.id, field]));
  const errors: Record<string, string[]> = {};
  for (const id of Object.keys(sent.formData))
    if (!fields.has(id) && !isSourceName(id))
      errors[`formData.${id}`] = [`This template has no field "${id}"`];
  // Sources have what the server finds or found before, whatever is sent.
  const ofFields = Object.entries(sent.formData).filter(([id]) => fields.has(id));
  const entered: Record<string, FieldValue> = {
    ...enteredOf(content, { ...sent, formData: Object.fromEntries(ofFields) }),
    ...formContext.sources,
  };
  for (const field of fields.values()) {
    const message =
      lengthProblem(field, entered[field.id]) ??
      (field.isReadOnly && !canEditReadOnly ? keepReadOnly(field, entered, formContext) : null);
    if (message !== null) errors[`formData.${field.id}`] = [message];
  }
  const evaluation = evaluateTemplate(content, { entered, defaults, canEditReadOnly });
  for (const state of evaluation.fields.filter(({ field }) => Object.hasOwn(sent.formData, field.id))) {
    const message = valueProblem(state);
    if (message !== null) errors[`formData.${state.field.id}`] ??= [message];
  }
  if (Object.keys(errors).length > 0)
    throw new AppError('VALIDATION', { message: Object.values(errors).flat().join('. '), errors });
  const stored = storedOf({ ...evaluation, fields: evaluation.fields.filter(({ isVisible }) => isVisible) });
  return {
    ...stored,
    editedFrom: editedFromOf(content, stored, sent.editedFrom, formContext.previous, formContext.auto),
  };
}

/** What is wrong with a value that is not one of the field's options, or in its rows; null if nothing is. */
function valueProblem(state: FieldState): string | null {
  const { field, given, dropped, options } = state;
  if (!state.isVisible || state.isFollowing) return null;
  if (field.type === 'rows') {
    const refused = problemText(rowsProblems(field, given), 'refused');
    return refused === '' ? null : `${field.label}: ${refused}`;
  }
  const [text] = dropped;
  return text === undefined ? null : `${field.label}: ${notAnOption(text, options)}`;
}

const isFollowing = (field: TemplateField, edited: readonly string[]): boolean =>
  isDependent(field) && !edited.includes(field.id);

function lengthProblem(field: TemplateField, value: FieldValue | undefined): string | null {
  const problem = fieldLengthProblem(field, value);
  return problem === null ? null : `${field.label}: ${problem}`;
}

/** Keeps a read-only field at its stored or auto-populated value. Returns an error message if the caller changed it, else null. */
function keepReadOnly(
  field: TemplateField,
  entered: Record<string, FieldValue>,
  { content, defaults, previous }: FormContext,
): string | null {
  const stored =
    previous === null || isFollowing(field, previous.editedFields) ? undefined : previous.formData[field.id];
  const value = entered[field.id];
  if (stored === undefined) {
    const { [field.id]: _own, ...others } = entered;
    const proposed = evaluateTemplate(content, { entered: others, defaults }).byId.get(field.id)?.value;
    return value === undefined || isSameValue(value, proposed ?? '') ? null : refusal(field);
  }
  const followed = defaults[field.id];
  if (value === undefined) entered[field.id] = followed ?? stored;
  return value === undefined || isSameValue(value, stored) || isSameValue(value, followed)
    ? null
    : refusal(field);
}

const refusal = ({ label }: TemplateField) => `Only administrators can change "${label}"`;

/** Allows only the dictation's provider to complete it. Throws FORBIDDEN. */
export function requireMayComplete({ user }: SignedInContext, providerId: string): void {
  if (!maySign(user.roles))
    throw new AppError('FORBIDDEN', {
      message: 'Only providers can complete dictations. Save it for physician review instead.',
    });
  if (providerId !== user.id)
    throw new AppError('FORBIDDEN', { message: 'Only the dictation’s provider can complete it.' });
}

/**
 * Throws VALIDATION when a dictation is not ready for review or signature: empty required visible fields, named in template order,
 * values that violate a template rule, or stored values that are no option. A no-show requires no template fields.
 */
export function requireComplete(
  content: TemplateContent,
  { formData, billingOption }: { readonly formData: FieldValues; readonly billingOption: BillingOption },
): void {
  if (isNoShow(billingOption)) return;
  const { fields, missing, isComplete } = evaluateTemplate(content, { entered: formData });
  // Dictations of earlier versions can have such values.
  const outside = new Map(
    fields.flatMap((state) => {
      const message = Object.hasOwn(formData, state.field.id) ? valueProblem(state) : null;
      return message === null ? [] : [[state.field.id, message]];
    }),
  );
  if (isComplete && outside.size === 0) return;
  const errors: Record<string, string[]> = {};
  for (const { field, isVisible, effective, problem } of fields) {
    const isMissing = field.required && isVisible && isEmptyValue(effective);
    const messages = [
      ...(isMissing ? [`${field.label} is required`] : []),
      ...(problem === null ? [] : [problem]),
      ...(outside.has(field.id) ? [`${outside.get(field.id)} Open the dictation and choose again.`] : []),
    ];
    if (messages.length > 0) errors[`formData.${field.id}`] = messages;
  }
  const problems = [...fields.flatMap(({ problem }) => problem ?? []), ...outside.values()];
  throw new AppError('VALIDATION', {
    message: missing.length > 0 ? missingFieldsMessage(missing) : problems.join(' '),
    errors,
  });
}

/** Throws VALIDATION for a procedure date more than 60 days ahead, or before the patient was born. */
async function requireProcedureDate(
  { now, deps }: SignedInContext,
  db: Db,
  { patientId, procedureDate: day }: Pick<Dictation, 'patientId' | 'procedureDate'>,
): Promise<void> {
  const problem = tooFarAheadProblem(day, todayIn(deps.config.practice.timeZone, now));
  if (problem !== null) throw fieldError('procedureDate', problem);
  await requireBorn(db, patientId, { field: 'procedureDate', label: 'Procedure date', day });
}

/**
 * Resolves entered codes to billing lines. Throws VALIDATION for inactive codes that the dictation did not already have, and for
 * pointers to diagnoses that it does not have.
 */
function validateCodes(
  entered: readonly EnteredCode[],
  catalog: readonly CatalogCode[],
  existing: readonly { readonly code: string }[],
): readonly BillingLine[] {
  const { lines, inactive, unknownPointers } = resolveBillingLines(entered, catalog);
  const refused = inactive.filter((code) => existing.every((line) => line.code !== code));
  if (refused.length > 0)
    throw fieldError('billingCodes', `These billing codes are no longer active: ${refused.join(', ')}`);
  const [unknown] = unknownPointers;
  if (unknown !== undefined)
    throw fieldError(
      'billingCodes',
      `${unknown.code} points to ${unknown.pointer}, which is not a diagnosis of this dictation`,
    );
  return lines;
}

/** Whom, when and where a dictation is about. */
export type Chosen = Pick<
  DictationValues,
  'patientId' | 'procedureDate' | 'providerId' | 'locationId' | 'procedureLocation' | 'orderId'
>;

type SentChoice = Omit<Chosen, 'procedureLocation'> & { readonly procedureLocation?: string | undefined };

/** The choice before a dictation exists. */
export const NOTHING_CHOSEN: Chosen = {
  patientId: '',
  procedureDate: '',
  providerId: '',
  locationId: '',
  procedureLocation: '',
  orderId: null,
};

/**
 * The choice, with the location's name unless another text is given. What was chosen before may stay although it could not be chosen
 * now. Throws VALIDATION for an unknown or inactive patient, provider, location, or order, and for an impossible date.
 */
export async function choose(
  context: SignedInContext,
  db: Db,
  { patientId, procedureDate, providerId, locationId, procedureLocation, orderId }: SentChoice,
  before: Chosen,
): Promise<Chosen> {
  const isSamePatient = patientId === before.patientId;
  const [, , , , locationName] = await together([
    orderId === null || orderId === before.orderId || requireOrderOf(context, db, { orderId, patientId }),
    isSamePatient || requirePatient(db, patientId),
    (isSamePatient && procedureDate === before.procedureDate) ||
      requireProcedureDate(context, db, { patientId, procedureDate }),
    providerId === before.providerId || requireProvider(db, providerId, 'providerId'),
    locationId === before.locationId
      ? before.procedureLocation
      : requireLocation(context, db, locationId, 'locationId'),
  ]);
  return {
    patientId,
    procedureDate,
    providerId,
    locationId,
    procedureLocation: procedureLocation || locationName,
    orderId,
  };
}

/** What is sent, before it is checked. */
type SentValues = FormValues &
  Pick<DictationValues, 'status' | 'billingOption' | 'complications'> & {
    readonly billingCodes: readonly EnteredCode[];
  };

/** What a change sends, with the stored values of what it leaves out. Origins of edited texts follow from the values. */
export const wholeBody = (
  { formData, editedFields, billingCodes, billingOption, complications, status }: Dictation,
  { editedFrom = {}, ...body }: BodyOf<typeof dictationUpdate>,
) => {
  const stored = { formData, editedFields, billingCodes, billingOption, complications, status };
  return { ...body, editedFrom, ...withChange<Omit<SentValues, 'editedFrom'>>(stored, body) };
};
export type WholeBody = ReturnType<typeof wholeBody>;

interface Validation {
  readonly content: TemplateContent;
  readonly populated: Populated;
  /** What the fields of the stored dictation were populated with, if that changed. */
  readonly before?: Populated;
  readonly previous: Dictation | null;
  readonly catalog: readonly CatalogCode[];
}

/** Checks what a save sends, and returns the values to store. Throws VALIDATION and FORBIDDEN. */
export function validate(
  context: SignedInContext,
  body: SentValues,
  chosen: Chosen,
  { content, populated, before, previous, catalog }: Validation,
): DictationValues {
  const { status, billingOption, complications } = body;
  const form = validateForm(body, {
    content,
    defaults: populated.defaults,
    sources: populated.sources ?? sourcesIn(previous?.formData ?? {}),
    auto: { now: populated.auto, ...(before && { before: before.auto }) },
    previous,
    canEditReadOnly: passesRoleCheck(context.user.roles, ['Admin']),
  });
  if (status === 'Completed') requireMayComplete(context, chosen.providerId);
  if (status !== 'Draft') requireComplete(content, { ...form, billingOption });
  const billingCodes = validateCodes(body.billingCodes, catalog, previous?.billingCodes ?? []);
  return { ...form, ...chosen, status, billingOption, complications, billingCodes };
}
