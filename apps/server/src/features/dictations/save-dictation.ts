import type { BodyOf } from '@portal/contract/endpoint';
import { type Dictation, dictationCreate, dictationUpdate } from '@portal/contract/dictations';
import { todayIn } from '@portal/domain/date';
import { goesBackToSaved, canReassign } from '@portal/domain/dictation';
import { pointersOf } from '@portal/domain/dictation/line-details';
import { maySign } from '@portal/domain/roles';
import type { FieldValue, FieldValues } from '@portal/domain/template/value';
import { canonicalJson } from '#audit/chain.ts';
import { changedValues } from '#audit/audit-entry.ts';
import { requirePerson } from '#authz/caller.ts';
import { together } from '#db/together.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { getPatientRef } from '#features/patients/index.ts';
import { countTemplateUse, findTemplateVersion, type TemplateVersion } from '#features/templates/index.ts';
import {
  findCatalogCodes,
  findDictation,
  findInitialValues,
  insertDictation,
  lockDictation,
  replaceCodes,
  updateDictation,
  type DictationValues,
} from './dictation-repo.ts';
import {
  choose,
  contentOfDictation,
  NOTHING_CHOSEN,
  validate,
  type Populated,
  type WholeBody,
  wholeBody,
} from './dictation-rules.ts';
import {
  auditFields,
  dictationActivity,
  MISSING,
  MISSING_DRAFT,
  presentDictation,
  reviewActivity,
} from './dictation-view.ts';
import { closeDraft, lockDraft, openContent } from './drafts/draft-repo.ts';
import { findSession } from './session/session-repo.ts';
import { requireCarriedNotes } from './sources/carried-notes.ts';
import { populatedFor, populateWithSources } from './sources/find-sources.ts';

type CreateBody = BodyOf<typeof dictationCreate>;

/**
 * Creates a dictation. The author of a draft may finish it although its template or patient was deactivated since. Throws VALIDATION
 * for an unknown or inactive patient, provider, or location, an unknown template, unknown fields, and, with Saved or Completed, empty
 * required fields; FORBIDDEN for completing another provider's dictation; CONFLICT for an inactive template, and with the saved
 * dictation for a draft that was already saved.
 */
export const createDictation = operation(dictationCreate, async (context, { body }) => {
  const { patientId, status, draftId } = body;
  const { user, now } = context;
  return inTransaction(context, async (tx) => {
    const begun = draftId === undefined ? null : await requireUnsavedDraft(context, tx, draftId);
    const { providerId, locationId } = await resolveProviderAndLocation(context, tx, body);
    const [chosen, , template, found, catalog] = await together([
      choose(
        context,
        tx.db,
        { ...body, providerId, locationId, orderId: body.orderId ?? null },
        { ...NOTHING_CHOSEN, patientId: begun?.patientId ?? '' },
      ),
      begun?.patientId === patientId && getPatientRef(tx.db, patientId),
      requireTemplate(tx, body, begun),
      findInitialValues(tx.db, { userId: user.id, templateId: body.templateId, patientId, providerId }),
      findCatalogCodes(tx.db, body.billingCodes),
    ]);
    const { templateId, contentVersion: templateVersion, content } = template;
    const populated = await populateWithSources(context, tx, template, found, {
      ...chosen,
      dictationId: null,
    });
    const values = validate(context, body, chosen, { content, populated, previous: null, catalog });
    await requireCarriedNotes(tx.db, templateId, values);
    if (!(await countTemplateUse(tx.db, template, now))) throw unknownTemplate();

    const id = await insertDictation(tx.db, template, values, { by: user.id, now });
    if (draftId !== undefined) {
      const draft = { id: draftId, ownerId: user.id, templateId, templateVersion, savedAs: id };
      if (!(await closeDraft(tx.db, draft, now))) throw notFound(MISSING_DRAFT);
    }
    tx.audit({
      action: 'Created',
      entityType: 'Dictation',
      entityId: id,
      patientId,
      newValues: { templateId, ...auditFields(values) },
    });
    tx.activity(dictationActivity(id, 'dictation.created', 'A dictation was created', 'info'));
    if (status === 'Saved' && providerId !== user.id) tx.activity(reviewActivity(id, providerId));
    const created = await findDictation(tx.db, id);
    if (created === undefined) throw notFound(MISSING);
    return presentDictation(created);
  });
});

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

    const whole = wholeBody(current, body);
    const sent = isRepeat ? await afterFirstSave(context, tx, current, whole) : whole;
    const values = await changedDictation(context, tx, current, sent);
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

/** What the author may still save, although it may have been deactivated since. */
interface Begun {
  readonly templateId: string;
  readonly patientId: string | null;
}

/**
 * Locks the draft, and returns what it was begun with, if that was active then. Throws NOT_FOUND for another user's draft and CONFLICT
 * for one that was already saved.
 */
async function requireUnsavedDraft(
  { deps, user }: SignedInContext,
  tx: Tx,
  draftId: string,
): Promise<Begun | null> {
  requirePerson(user);
  const draft = await lockDraft(tx.db, draftId);
  if (draft === undefined) return null;
  if (draft.owner_id !== user.id) throw notFound(MISSING_DRAFT);
  const savedAs = draft.saved_as ?? draft.dictation_id;
  if (savedAs === null)
    return draft.may_finish
      ? { templateId: draft.template_id, patientId: openContent(deps.keys, draft).patientId }
      : null;
  const current = await findDictation(tx.db, savedAs);
  throw new AppError('CONFLICT', {
    message: 'This dictation was already saved.',
    ...(current?.is_active === true ? { current: presentDictation(current) } : {}),
  });
}

const unknownTemplate = () => fieldError('templateId', 'This template no longer exists');

async function requireTemplate(
  tx: Tx,
  { templateId, templateVersion }: CreateBody,
  begun: Begun | null,
): Promise<TemplateVersion> {
  const template = await findTemplateVersion(tx.db, templateId, templateVersion);
  if (template === undefined) throw unknownTemplate();
  if (!template.isActive && begun?.templateId !== templateId)
    throw new AppError('CONFLICT', {
      message: `The template "${template.name}" was deactivated and cannot be used for new dictations. What you have entered stays as a draft: copy what you need, or ask an administrator to reactivate the template.`,
    });
  return template;
}

/**
 * Provider and location from the body, else from the caller's session, else the caller if they are a provider. Throws VALIDATION when
 * either is missing.
 */
async function resolveProviderAndLocation(
  { user, now, deps }: SignedInContext,
  tx: Tx,
  body: CreateBody,
): Promise<{ readonly providerId: string; readonly locationId: string }> {
  const session =
    body.providerId === undefined || body.locationId === undefined
      ? await findSession(tx.db, user.id, todayIn(deps.config.practice.timeZone, now))
      : undefined;
  const providerId = body.providerId ?? session?.providerId ?? (maySign(user.roles) ? user.id : undefined);
  const locationId = body.locationId ?? session?.locationId;
  if (providerId === undefined) throw fieldError('providerId', 'Please select a provider');
  if (locationId === undefined) throw fieldError('locationId', 'Please select a location');
  return { providerId, locationId };
}
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

/** Checks a change and returns the values to store. */
async function changedDictation(
  context: SignedInContext,
  tx: Tx,
  current: Dictation,
  body: WholeBody,
): Promise<DictationValues> {
  const providerId = body.providerId ?? current.providerId;
  const locationId = body.locationId ?? current.locationId;
  // Another patient's note does not belong to the order.
  const orderId = body.patientId === current.patientId ? current.orderId : null;
  if (providerId !== current.providerId) requireMayReassign(context, current);
  const [chosen, catalog] = await together([
    choose(context, tx.db, { ...body, providerId, locationId, orderId }, current),
    findCatalogCodes(tx.db, body.billingCodes),
  ]);
  const isPopulated = POPULATED_FROM.every((key) => chosen[key] === current[key]);
  const [populated, before] = isPopulated
    ? [NOTHING, NOTHING]
    : await together([
        populatedFor(context, tx, current, chosen, current.id),
        populatedFor(context, tx, current, current),
      ]);
  const stored = { stored: current.formData, before: before.defaults, now: populated.defaults };
  const formData = isPopulated ? body.formData : followPatient(body.formData, stored);
  const status = goesBackToSaved(current, providerId) ? 'Saved' : body.status;
  const content = contentOfDictation(current);
  const values = validate(context, { ...body, formData, status }, chosen, {
    content,
    populated,
    before,
    previous: current,
    catalog,
  });
  await requireCarriedNotes(tx.db, current.templateId, values, current);
  return values;
}

/** Otherwise anyone could sign a colleague's dictation by becoming its provider. Throws FORBIDDEN. */
function requireMayReassign({ user }: SignedInContext, current: Dictation): void {
  requirePerson(user);
  if (!canReassign(user, current))
    throw new AppError('FORBIDDEN', {
      message: `Only ${current.providerName} or an administrator can reassign this dictation to another provider.`,
    });
}

/** A repeated save, with the values of a new patient that the first one filled in. */
async function afterFirstSave(
  context: SignedInContext,
  tx: Tx,
  current: Dictation,
  body: WholeBody,
): Promise<WholeBody> {
  const { defaults: now } = await populatedFor(context, tx, current, current);
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

const NOTHING: Populated = { defaults: {}, auto: {}, sources: null };
const POPULATED_FROM = [
  'patientId',
  'providerId',
  'locationId',
  'procedureLocation',
  'procedureDate',
] as const;

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
  'orderId',
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
