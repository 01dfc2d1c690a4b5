import type { BodyOf } from '@portal/contract/endpoint';
import { type Dictation, dictationUpdate } from '@portal/contract/dictations';
import { goesBackToSaved, canReassign } from '@portal/domain/dictation';
import { pointersOf } from '@portal/domain/dictation/line-details';
import { passesRoleCheck } from '@portal/domain/roles';
import type { AutoTexts } from '@portal/domain/template/auto-populate';
import type { FieldValue, FieldValues } from '@portal/domain/template/value';
import { canonicalJson } from '#audit/chain.ts';
import { changedValues } from '#audit/audit-entry.ts';
import { requirePerson } from '#authz/caller.ts';
import { together } from '#db/together.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { requireLocation } from '#features/offices/index.ts';
import { requirePatient } from '#features/patients/index.ts';
import { findTemplateVersion } from '#features/templates/index.ts';
import { requireProvider } from '#features/users/index.ts';
import {
  findCatalogCodes,
  findDictation,
  findInitialValues,
  lockDictation,
  replaceCodes,
  updateDictation,
  type DictationValues,
} from './dictation-repo.ts';
import {
  contentOfDictation,
  autoTexts,
  initialValues,
  requireComplete,
  requireMayComplete,
  requireProcedureDate,
  validateCodes,
  validateForm,
} from './dictation-rules.ts';
import { auditFields, MISSING, MISSING_DRAFT, presentDictation, reviewActivity } from './dictation-view.ts';
import { closeDraft, lockDraft } from './draft-repo.ts';

type Body = BodyOf<typeof dictationUpdate>;

/**
 * Updates an unsigned dictation. Repeating a save whose response was lost returns the same result. Unchanged values are not validated
 * again. Reassigning a Saved or Completed dictation to another provider sets it to Saved. Throws NOT_FOUND, STALE, CONFLICT with the
 * current record (signed, or the change does not fit its group), FORBIDDEN (not allowed to reassign), and the errors of
 * `createDictation`.
 */
export const changeDictation = operation(dictationUpdate, async (context, { params: { id }, body }) => {
  const { user, now } = context;
  return inTransaction(context, async (tx) => {
    // Lock the draft before the dictation, in the same order as autosaves do.
    if (body.draftId !== undefined) {
      requirePerson(user);
      await lockDraft(tx.db, body.draftId);
    }
    const current = await lockUnsigned(tx, id);
    const stale = () => new AppError('STALE', { current });
    const version = body.version ?? context.ifMatch ?? current.version;
    const isRepeat = version === current.version - 1 && current.updatedByUser.id === user.id;
    if (version !== current.version && !isRepeat) throw stale();

    const sent = isRepeat ? await afterFirstSave(context, tx, current, body) : body;
    const values = await validate(context, tx, current, sent);
    if (isRepeat && !hasSameValues(current, values)) throw stale();

    if (!isRepeat) {
      requireGroupFits(current, values);
      if (!hasSameCodes(current, values)) await replaceCodes(tx.db, id, values.billingCodes);
    }
    const { templateId, templateVersion } = current;
    const draft = { ownerId: user.id, templateId, templateVersion, savedAs: id };
    const [isUpdated, isClosed, changed] = await together([
      isRepeat || updateDictation(tx.db, current, values, { by: user.id, now }),
      body.draftId === undefined || closeDraft(tx.db, { ...draft, id: body.draftId }, now),
      isRepeat ? undefined : findDictation(tx.db, id),
    ]);
    if (!isUpdated) throw stale();
    if (!isClosed) throw notFound(MISSING_DRAFT);
    if (isRepeat) {
      tx.audit({ action: 'Viewed', entityType: 'Dictation', entityId: id, patientId: current.patientId });
      return current;
    }
    tx.audit({
      action: 'Updated',
      entityType: 'Dictation',
      entityId: id,
      patientId: values.patientId,
      ...auditedChange(current, values),
    });
    const isReady =
      values.status === 'Saved' &&
      (current.status !== 'Saved' || current.providerId !== values.providerId) &&
      values.providerId !== user.id;
    if (isReady) tx.activity(reviewActivity(id, values.providerId));
    if (changed === undefined) throw notFound(MISSING);
    return presentDictation(changed);
  });
});

async function lockUnsigned(tx: Tx, id: string): Promise<Dictation> {
  const row = await lockDictation(tx.db, id);
  if (row?.is_active !== true) throw notFound(MISSING);
  const current = presentDictation(row);
  if (current.status === 'Signed')
    throw new AppError('CONFLICT', {
      message: 'This dictation is signed and can no longer be changed.',
      current,
    });
  return current;
}

/** Validates a change and returns the values to store. */
async function validate(
  context: SignedInContext,
  tx: Tx,
  current: Dictation,
  body: Body,
): Promise<DictationValues> {
  const { patientId, procedureDate, billingOption, complications } = body;
  const providerId = body.providerId ?? current.providerId;
  const locationId = body.locationId ?? current.locationId;
  const status = goesBackToSaved(current, providerId) ? 'Saved' : body.status;
  // Otherwise anyone could sign a colleague's dictation by becoming its provider.
  if (providerId !== current.providerId) requirePerson(context.user);
  if (providerId !== current.providerId && !canReassign(context.user, current))
    throw new AppError('FORBIDDEN', {
      message: `Only ${current.providerName} or an administrator can reassign this dictation to another provider.`,
    });
  if (patientId !== current.patientId) await requirePatient(tx.db, patientId);
  if (patientId !== current.patientId || procedureDate !== current.procedureDate)
    await requireProcedureDate(context, tx.db, body);
  if (providerId !== current.providerId) await requireProvider(tx.db, providerId, 'providerId');
  const locationName =
    locationId === current.locationId
      ? current.procedureLocation
      : await requireLocation(context, tx.db, locationId, 'locationId');
  const procedureLocation = body.procedureLocation || locationName;

  const content = contentOfDictation(current);
  const isPopulated =
    patientId === current.patientId &&
    providerId === current.providerId &&
    procedureLocation === current.procedureLocation &&
    procedureDate === current.procedureDate;
  const changed = { patientId, providerId, procedureLocation, procedureDate };
  const now = isPopulated ? NOTHING : await populated(context, tx, current, changed);
  const before = isPopulated ? NOTHING : await populated(context, tx, current, current);
  const { defaults } = now;
  const formData = isPopulated
    ? body.formData
    : followPatient(body.formData, { stored: current.formData, before: before.defaults, now: defaults });
  const sent = { ...body, formData };
  const form = validateForm(sent, {
    content,
    defaults,
    auto: { now: now.auto, before: before.auto },
    previous: current,
    canEditReadOnly: passesRoleCheck(context.user.roles, ['Admin']),
  });
  if (status === 'Completed') requireMayComplete(context, providerId);
  if (status !== 'Draft') requireComplete(content, { ...form, billingOption });
  const catalog = await findCatalogCodes(tx.db, body.billingCodes);
  const billingCodes = validateCodes(body.billingCodes, catalog, current.billingCodes);
  return {
    ...form,
    patientId,
    providerId,
    locationId,
    procedureLocation,
    procedureDate,
    status,
    billingOption,
    complications,
    billingCodes,
  };
}

/** A repeated save, with the values of a new patient that the first one filled in. */
async function afterFirstSave(
  context: SignedInContext,
  tx: Tx,
  current: Dictation,
  body: Body,
): Promise<Body> {
  const { defaults: now } = await populated(context, tx, current, current);
  const followed = Object.entries(current.formData).filter(
    ([id, value]) => now[id] !== undefined && isSame(now[id], value),
  );
  return { ...body, formData: { ...body.formData, ...Object.fromEntries(followed) } };
}

const isSame = (a: FieldValue = '', b: FieldValue = ''): boolean => canonicalJson(a) === canonicalJson(b);

/**
 * Replaces values that came from the former patient, provider, location or date and that nobody edited with those of the new one, or
 * clears them if it has none.
 */
function followPatient(
  sent: FieldValues,
  {
    stored,
    before,
    now,
  }: { readonly stored: FieldValues; readonly before: FieldValues; readonly now: FieldValues },
): FieldValues {
  const replaced = Object.keys({ ...before, ...now })
    .filter((id) => isSame(sent[id], stored[id]) && isSame(stored[id], before[id]))
    .map((id) => [id, now[id] ?? ''] as const);
  return { ...sent, ...Object.fromEntries(replaced) };
}

const NOTHING: Populated = { defaults: {}, auto: {} };

interface Populated {
  /** What the fields start with. */
  readonly defaults: FieldValues;
  readonly auto: AutoTexts;
}

/** What the fields start with and are auto-populated with for a patient, provider, location and date. */
async function populated(
  { user }: SignedInContext,
  tx: Tx,
  { templateId, templateVersion }: Dictation,
  changed: Pick<DictationValues, 'patientId' | 'providerId' | 'procedureLocation' | 'procedureDate'>,
): Promise<Populated> {
  const template = await findTemplateVersion(tx.db, templateId, templateVersion);
  if (template === undefined) throw new Error('A dictation’s template version is missing');
  const { patientId, providerId } = changed;
  const found = await findInitialValues(tx.db, { userId: user.id, templateId, patientId, providerId });
  return { defaults: initialValues(template, found, changed), auto: autoTexts(template, found, changed) };
}

/** Throws CONFLICT when a grouped dictation would no longer match its group's provider, location, and date. */
function requireGroupFits(current: Dictation, values: DictationValues): void {
  const fits =
    current.providerId === values.providerId &&
    current.locationId === values.locationId &&
    current.procedureDate === values.procedureDate;
  if (current.groupId === null || fits) return;
  throw new AppError('CONFLICT', {
    message:
      'This dictation is in a group. Remove it from the group before you change its provider, location, or procedure date.',
    current,
  });
}

const codesOf = ({ billingCodes }: Dictation | DictationValues) =>
  canonicalJson(
    billingCodes.map((line) => [
      line.code,
      line.codeType,
      line.description,
      line.modifiers,
      line.units,
      pointersOf(line, line.diagnosisPointers, billingCodes),
    ]),
  );

const hasSameCodes = (current: Dictation, values: DictationValues): boolean =>
  codesOf(current) === codesOf(values);

const COMPARED = [
  'patientId',
  'providerId',
  'locationId',
  'procedureLocation',
  'procedureDate',
  'status',
  'formData',
  'editedFields',
  'editedFrom',
  'billingOption',
  'complications',
] as const;

const hasSameValues = (current: Dictation, values: DictationValues): boolean =>
  COMPARED.every((key) => canonicalJson(current[key]) === canonicalJson(values[key])) &&
  hasSameCodes(current, values);

/** Audit values of a change. Form values are not recorded, only which fields changed. */
function auditedChange(current: Dictation, values: DictationValues): ReturnType<typeof changedValues> {
  const { oldValues, newValues } = changedValues(auditFields(current), auditFields(values));
  const ids = new Set([...Object.keys(current.formData), ...Object.keys(values.formData)]);
  const changedFields = [...ids].filter(
    (id) => canonicalJson(current.formData[id]) !== canonicalJson(values.formData[id]),
  );
  return { oldValues, newValues: { ...newValues, ...(changedFields.length === 0 ? {} : { changedFields }) } };
}
