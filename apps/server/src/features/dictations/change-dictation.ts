import type { BodyOf } from '@portal/contract/endpoint';
import type { Dictation, dictationUpdate } from '@portal/contract/dictations';
import { goesBackToSaved, canReassign, type DictationStatus } from '@portal/domain/dictation';
import { passesRoleCheck } from '@portal/domain/roles';
import type { FieldValues } from '@portal/domain/template/value';
import { canonicalJson } from '#audit/chain.ts';
import { changedValues } from '#audit/audit-entry.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { contentOfDictation, requireComplete } from './complete.ts';
import { loadDictation } from './load.ts';
import { lockDictations, MISSING } from './sign.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#http/versions.ts';
import { requireLocation } from '#features/offices/index.ts';
import { requirePatient } from '#features/patients/index.ts';
import { requireProvider } from '#features/users/index.ts';
import { findTemplateVersion } from '#features/templates/index.ts';
import { notifyReviewer } from './announce.ts';
import { resolveCodes, type ResolvedCode } from './billing-codes.ts';
import { printedLocation } from './create-dictation.ts';
import { lockDraft } from './draft-repo.ts';
import { replaceDraft } from './draft-service.ts';
import { validateForm, type FormValues } from './form-values.ts';
import { auditFields, firstValues, requireMayComplete, insertCodes } from './save-parts.ts';

type Body = BodyOf<typeof dictationUpdate>;

/** The values of a dictation after a save. */
interface Next extends FormValues {
  readonly patientId: string;
  readonly providerId: string;
  readonly locationId: string;
  readonly procedureLocation: string;
  readonly procedureDate: string;
  readonly status: DictationStatus;
  readonly billingOption: Dictation['billingOption'];
  readonly complications: string | null;
  readonly billingCodes: readonly ResolvedCode[];
}

/**
 * Updates an unsigned dictation. Repeating a save whose response was lost returns the same result. Unchanged values are not validated
 * again. Reassigning a Saved or Completed dictation to another provider sets it to Saved. Throws NOT_FOUND, STALE, CONFLICT with the
 * current record (signed, or the change does not fit its group), FORBIDDEN (not allowed to reassign), and the errors of
 * `createDictation`.
 */
export async function changeDictation(context: SignedInContext, id: string, body: Body): Promise<Dictation> {
  return inTransaction(context, async (tx) => {
    // Lock the draft before the dictation, in the same order as autosaves do.
    if (body.draftId !== undefined) await lockDraft(tx.db, body.draftId);
    await lockDictations(tx, [id]);
    const current = await loadDictation(tx.db, id);
    if (current?.isActive !== true) throw notFound(MISSING);
    if (current.status === 'Signed')
      throw new AppError('CONFLICT', {
        message: 'This dictation is signed and can no longer be changed.',
        current,
      });
    const sent = body.version ?? context.ifMatch;
    const mayBeRepeated =
      sent !== undefined && sent === current.version - 1 && current.updatedByUser.id === context.user.id;
    if (!mayBeRepeated) checkVersion(context, body.version, current);
    const next = await nextOf(context, tx, current, body);
    if (mayBeRepeated) {
      if (!isSame(current, next)) checkVersion(context, body.version, current);
      await replaceDraft(context, tx, body.draftId, current);
      tx.audit({
        action: 'Viewed',
        entityType: 'Dictation',
        entityId: id,
        patientId: current.patientId,
      });
      return current;
    }
    requireGroupFits(current, next);
    await write(context, tx, current, next);
    await replaceDraft(context, tx, body.draftId, current);
    tx.audit({
      action: 'Updated',
      entityType: 'Dictation',
      entityId: id,
      patientId: next.patientId,
      ...changedWith(current, next),
    });
    if (next.status === 'Saved' && (current.status !== 'Saved' || current.providerId !== next.providerId))
      notifyReviewer(context, tx, id, next.providerId);
    const dictation = await loadDictation(tx.db, id);
    if (dictation === undefined) throw notFound(MISSING);
    return dictation;
  });
}

async function nextOf(context: SignedInContext, tx: Tx, current: Dictation, body: Body): Promise<Next> {
  const { patientId, procedureDate, billingOption, complications } = body;
  const providerId = body.providerId ?? current.providerId;
  requireMayChangeProvider(context, current, providerId);
  const status = goesBackToSaved(current, providerId) ? 'Saved' : body.status;
  const locationId = body.locationId ?? current.locationId;
  if (patientId !== current.patientId) await requirePatient(tx.db, patientId);
  if (providerId !== current.providerId) await requireProvider(tx.db, providerId, 'providerId');
  const locationName =
    locationId === current.locationId
      ? current.procedureLocation
      : await requireLocation(context, tx.db, locationId, 'locationId');
  const content = contentOfDictation(current);
  const procedureLocation = printedLocation(body.procedureLocation, locationName);
  const form = validateForm(body, {
    content,
    defaults: await valuesOfChange(context, tx, current, {
      patientId,
      providerId,
      locationName: procedureLocation,
      procedureDate,
    }),
    previous: current,
    canEditReadOnly: passesRoleCheck(context.user.roles, ['Admin']),
  });
  if (status === 'Completed') requireMayComplete(context, providerId);
  if (status !== 'Draft') requireComplete(content, form.formData, billingOption);
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
    billingCodes: await resolveCodes(tx.db, body.billingCodes, current.billingCodes),
  };
}

/** Throws FORBIDDEN, so nobody can sign a colleague's dictation by becoming its provider. */
function requireMayChangeProvider(context: SignedInContext, current: Dictation, providerId: string): void {
  if (providerId === current.providerId || canReassign(context.user, current)) return;
  throw new AppError('FORBIDDEN', {
    message: `Only ${current.providerName} or an administrator can reassign this dictation to another provider.`,
  });
}

/** Auto-populated field values after the patient, provider, location, or date changed; empty when none did. */
async function valuesOfChange(
  context: SignedInContext,
  tx: Tx,
  current: Dictation,
  note: Parameters<typeof firstValues>[3],
): Promise<FieldValues> {
  const isKept =
    note.patientId === current.patientId &&
    note.providerId === current.providerId &&
    note.locationName === current.procedureLocation &&
    note.procedureDate === current.procedureDate;
  if (isKept) return {};
  const template = await findTemplateVersion(tx.db, current.templateId, current.templateVersion);
  return template === undefined ? {} : firstValues(context, tx.db, template, note);
}

/** Throws CONFLICT when a grouped dictation would no longer match its group's provider, location, and date. */
function requireGroupFits(current: Dictation, next: Next): void {
  if (current.groupId === null) return;
  const isKept =
    current.providerId === next.providerId &&
    current.locationId === next.locationId &&
    current.procedureDate === next.procedureDate;
  if (!isKept)
    throw new AppError('CONFLICT', {
      message:
        'This dictation is in a group. Remove it from the group before you change its provider, location, or procedure date.',
      current,
    });
}

async function write(context: SignedInContext, tx: Tx, current: Dictation, next: Next): Promise<void> {
  if (!isSameSheet(current, next)) {
    await tx.db.deleteFrom('dictation_codes').where('dictation_id', '=', current.id).execute();
    await insertCodes(tx, current.id, next.billingCodes);
  }
  const { numUpdatedRows } = await tx.db
    .updateTable('dictations')
    .set((eb) => ({
      patient_id: next.patientId,
      provider_id: next.providerId,
      location_id: next.locationId,
      procedure_location: next.procedureLocation,
      procedure_date: next.procedureDate,
      status: next.status,
      form_data: JSON.stringify(next.formData),
      edited_fields: [...next.editedFields],
      billing_option: next.billingOption,
      complications: next.complications,
      updated_by: context.user.id,
      updated_at: context.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', current.id)
    .where('status', '!=', 'Signed')
    .where('version', '=', current.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('STALE', { current });
}

const sheetOf = (codes: readonly ResolvedCode[] | Dictation['billingCodes']) =>
  codes.map(({ code, codeType, description, modifiers }) => [code, codeType, description, modifiers]);

const isSameSheet = (current: Dictation, next: Next): boolean =>
  canonicalJson(sheetOf(current.billingCodes)) === canonicalJson(sheetOf(next.billingCodes));

const contentOf = (note: Dictation | Next) =>
  canonicalJson([
    note.patientId,
    note.providerId,
    note.locationId,
    note.procedureLocation,
    note.procedureDate,
    note.status,
    note.formData,
    note.editedFields,
    note.billingOption,
    note.complications,
  ]);

const isSame = (current: Dictation, next: Next): boolean =>
  contentOf(current) === contentOf(next) && isSameSheet(current, next);

/** Audit values of a change. Form values are not recorded, only which fields changed. */
function changedWith(current: Dictation, next: Next): ReturnType<typeof changedValues> {
  const { oldValues, newValues } = changedValues(auditFields(current), auditFields(next));
  const ids = new Set([...Object.keys(current.formData), ...Object.keys(next.formData)]);
  const changedFields = [...ids].filter(
    (id) => canonicalJson(current.formData[id]) !== canonicalJson(next.formData[id]),
  );
  return { oldValues, newValues: { ...newValues, ...(changedFields.length === 0 ? {} : { changedFields }) } };
}
