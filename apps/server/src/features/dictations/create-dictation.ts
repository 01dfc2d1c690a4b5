import type { BodyOf } from '@portal/contract/endpoint';
import { dictationCreate } from '@portal/contract/dictations';
import { todayIn } from '@portal/domain/date';
import { maySign, passesRoleCheck } from '@portal/domain/roles';
import { requirePerson } from '#authz/caller.ts';
import { together } from '#db/together.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { requireLocation } from '#features/offices/index.ts';
import { getPatientRef, requirePatient } from '#features/patients/index.ts';
import { requireProvider } from '#features/users/index.ts';
import { countTemplateUse, findTemplateVersion, type TemplateVersion } from '#features/templates/index.ts';
import { findCatalogCodes, findDictation, findInitialValues, insertDictation } from './dictation-repo.ts';
import {
  autoTexts,
  initialValues,
  requireComplete,
  requireMayComplete,
  requireProcedureDate,
  validateCodes,
  validateForm,
} from './dictation-rules.ts';
import {
  auditFields,
  dictationActivity,
  MISSING,
  MISSING_DRAFT,
  presentDictation,
  reviewActivity,
} from './dictation-view.ts';
import { openContent } from './draft-view.ts';
import { closeDraft, lockDraft } from './draft-repo.ts';
import { findSession } from './session-repo.ts';

type Body = BodyOf<typeof dictationCreate>;

/**
 * Creates a dictation. The author of a draft may finish it although its template or patient was deactivated since. Throws VALIDATION for an unknown or inactive patient, provider, or location, an unknown template, unknown
 * fields, and, with Saved or Completed, empty required fields; FORBIDDEN for completing another provider's dictation; CONFLICT for an
 * inactive template, and with the saved dictation for a draft that was already saved.
 */
export const createDictation = operation(dictationCreate, async (context, { body }) => {
  const { patientId, procedureDate, status, billingOption, complications, draftId } = body;
  const { user, now } = context;
  return inTransaction(context, async (tx) => {
    const begun = draftId === undefined ? null : await requireUnsavedDraft(context, tx, draftId);
    const where = resolveProviderAndLocation(context, tx, body);
    const provider = where.then(({ providerId: id }) => requireProvider(tx.db, id, 'providerId'));
    const location = where.then(({ locationId: id }) => requireLocation(context, tx.db, id, 'locationId'));
    const starting = where.then(({ providerId: id }) =>
      findInitialValues(tx.db, { userId: user.id, templateId: body.templateId, patientId, providerId: id }),
    );
    const [, , template, { providerId, locationId }, , locationName, found, catalog] = await together([
      (begun?.patientId === patientId ? getPatientRef : requirePatient)(tx.db, patientId),
      requireProcedureDate(context, tx.db, body),
      requireTemplate(tx, body, begun),
      where,
      provider,
      location,
      starting,
      findCatalogCodes(tx.db, body.billingCodes),
    ]);
    const procedureLocation = body.procedureLocation || locationName;

    const { templateId, contentVersion: templateVersion, content } = template;
    const form = validateForm(body, {
      content,
      defaults: initialValues(template, found, { procedureLocation, procedureDate }),
      auto: { now: autoTexts(template, found, { procedureLocation, procedureDate }) },
      previous: null,
      canEditReadOnly: passesRoleCheck(user.roles, ['Admin']),
    });
    if (status === 'Completed') requireMayComplete(context, providerId);
    if (status !== 'Draft') requireComplete(content, { ...form, billingOption });
    const billingCodes = validateCodes(body.billingCodes, catalog, []);
    if (!(await countTemplateUse(tx.db, template, now))) throw unknownTemplate();

    const values = {
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
  { templateId, templateVersion }: Body,
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
  body: Body,
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
