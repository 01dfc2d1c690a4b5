import type { BodyOf } from '@portal/contract/endpoint';
import type { Dictation, dictationCreate } from '@portal/contract/dictations';
import { passesRoleCheck } from '@portal/domain/roles';
import { sql } from 'kysely';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { requireComplete } from './complete.ts';
import { loadDictation } from './load.ts';
import { MISSING } from './sign.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { requireLocation } from '#features/offices/index.ts';
import { requirePatient } from '#features/patients/index.ts';
import { requireProvider } from '#features/users/index.ts';
import { countTemplateUse, findTemplateVersion, type TemplateVersion } from '#features/templates/index.ts';
import { announce, notifyReviewer } from './announce.ts';
import { resolveCodes } from './billing-codes.ts';
import { replaceDraft, savedAs } from './draft-service.ts';
import { validateForm } from './form-values.ts';
import {
  auditFields,
  firstValues,
  resolveProviderAndLocation,
  requireMayComplete,
  insertCodes,
} from './save-parts.ts';

/**
 * Creates a dictation. Throws VALIDATION for an unknown or inactive patient, provider, or location, an unknown template, unknown
 * fields, and, with Saved or Completed, empty required fields; FORBIDDEN for completing another provider's dictation; CONFLICT for an
 * inactive template, and with the saved dictation for a draft that was already saved.
 */
export async function createDictation(
  context: SignedInContext,
  body: BodyOf<typeof dictationCreate>,
): Promise<Dictation> {
  return inTransaction(context, async (tx) => {
    if (body.draftId !== undefined) await refuseSaved(context, tx, body.draftId);
    const patient = await requirePatient(tx.db, body.patientId);
    const template = await requireTemplate(tx, body);
    const { providerId, locationId } = await resolveProviderAndLocation(context, tx.db, body);
    await requireProvider(tx.db, providerId, 'providerId');
    const locationName = await requireLocation(context, tx.db, locationId, 'locationId');
    const procedureLocation = printedLocation(body.procedureLocation, locationName);
    const { procedureDate, status, billingOption, complications } = body;
    const { formData, editedFields } = validateForm(body, {
      content: template.content,
      defaults: await firstValues(context, tx.db, template, {
        patientId: patient.id,
        providerId,
        locationName: procedureLocation,
        procedureDate,
      }),
      previous: null,
      canEditReadOnly: passesRoleCheck(context.user.roles, ['Admin']),
    });
    if (status === 'Completed') requireMayComplete(context, providerId);
    if (status !== 'Draft') requireComplete(template.content, formData, billingOption);
    const codes = await resolveCodes(tx.db, body.billingCodes, []);
    const { templateId, contentVersion: templateVersion } = template;
    if (!(await countTemplateUse(tx.db, template, context.now))) throw unknownTemplate();
    const id = await newId(tx);
    await tx.db
      .insertInto('dictations')
      .values({
        id,
        template_id: templateId,
        template_version: templateVersion,
        patient_id: patient.id,
        provider_id: providerId,
        location_id: locationId,
        procedure_location: procedureLocation,
        procedure_date: procedureDate,
        status,
        form_data: JSON.stringify(formData),
        edited_fields: [...editedFields],
        billing_option: billingOption,
        complications,
        created_by: context.user.id,
        created_at: context.now,
        updated_by: context.user.id,
        updated_at: context.now,
      })
      .execute();
    await insertCodes(tx, id, codes);
    await replaceDraft(context, tx, body.draftId, { id, templateId, templateVersion });
    tx.audit({
      action: 'Created',
      entityType: 'Dictation',
      entityId: id,
      patientId: patient.id,
      newValues: {
        templateId,
        ...auditFields({ ...body, providerId, locationId, procedureLocation, billingCodes: codes }),
      },
    });
    announce(tx, id, 'A dictation was created', 'info');
    if (status === 'Saved') notifyReviewer(context, tx, id, providerId);
    const dictation = await loadDictation(tx.db, id);
    if (dictation === undefined) throw notFound(MISSING);
    return dictation;
  });
}

async function newId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(tx.db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no ID');
  return row.id;
}

/** The location as printed: the text sent by the client, or else the location's name. */
export const printedLocation = (written: string | undefined, name: string): string =>
  written === undefined || written === '' ? name : written;

async function refuseSaved(context: SignedInContext, tx: Tx, draftId: string): Promise<void> {
  const id = await savedAs(context, tx, draftId);
  if (id === null) return;
  const current = await loadDictation(tx.db, id);
  throw new AppError('CONFLICT', {
    message: 'This dictation was already saved.',
    ...(current === undefined ? {} : { current }),
  });
}

const unknownTemplate = () => fieldError('templateId', 'This template no longer exists');

async function requireTemplate(
  tx: Tx,
  { templateId, templateVersion }: Pick<BodyOf<typeof dictationCreate>, 'templateId' | 'templateVersion'>,
): Promise<TemplateVersion> {
  const template = await findTemplateVersion(tx.db, templateId, templateVersion);
  if (template === undefined) throw unknownTemplate();
  if (!template.isActive)
    throw new AppError('CONFLICT', {
      message: `The template "${template.name}" was deactivated and cannot be used for new dictations. Your draft is saved. Ask an administrator to reactivate the template.`,
    });
  return template;
}
