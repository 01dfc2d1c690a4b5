import { randomUUID } from 'node:crypto';
import { draftSave } from '@portal/contract/dictation-drafts';
import { formDraftSave } from '@portal/contract/form-drafts';
import { documentUpload } from '@portal/contract/documents';
import type { BodyInputOf } from '@portal/contract/endpoint';
import { alertCreate, alertEnd } from '@portal/contract/patient-alerts';
import { patientUpdate } from '@portal/contract/patients';
import { pillCountCalculate } from '@portal/contract/pill-counts';
import type { PermissionName } from '@portal/domain/permissions';
import { makeDictation, makeDictationDesk } from './dictation-factories.ts';
import { makeMessage, makeOrder, makePatient, type SignedInUser } from './factories.ts';
import type { TestPortal } from './harness.ts';
import { pdfFile } from './sample-files.ts';

/** The patient's last name in every answer that names the patient. */
export const NAME = 'Quexbymark';
/** Texts of the seeded records, by the permission that is needed to see them. */
export const MARKS = {
  'Patient.View': ['77 Markstreet', 'POLICYMARK1', 'patientmark@practice.example', 'PILLMARK', 'ALERTMARK'],
  'Patient.ViewSsn': ['**-9998', '219-09-9998', '219099998'],
  'Order.View': ['DIAGNOSISMARK', 'INSTRUCTIONSMARK'],
  'Message.View': ['Callermark', 'MESSAGEMARK'],
  'Document.View': ['FILEMARK', 'FILEREMARK'],
  'Dictation.View': ['NOTEMARK', 'COMPLICATIONMARK', 'DRAFTMARK'],
} as const satisfies Partial<Record<PermissionName, readonly string[]>>;
export type ViewPermission = keyof typeof MARKS;

/** One record of each kind, of one patient. `final`: completed, signed, deactivated or deleted. */
export type State = 'open' | 'final';
export interface Desk {
  readonly patientId: string;
  readonly mrn: string;
  readonly otherPatientId: string;
  readonly orderId: string;
  readonly messageId: string;
  readonly documentId: string;
  readonly dictationId: string;
  /** Has modifier 50 on its line, but one side. */
  readonly oneSidedId: string;
  readonly groupedId: string;
  readonly groupId: string;
  readonly pillCountId: string;
  readonly alertId: string;
  readonly draftId: string;
  readonly formDraftId: string;
  readonly draftBody: BodyInputOf<typeof draftSave>;
  readonly templateId: string;
  readonly locationId: string;
  readonly providerId: string;
  /** The provider's role, another one, and the permission to view messages. */
  readonly roleId: string;
  readonly otherRoleId: string;
  readonly permissionId: string;
  /** An entry about the patient with values. */
  readonly auditId: string;
  /** The same content as a stored document of the patient, if `final`. */
  readonly file: () => File;
}

/** Creates records with marks, in which `provider` is the author. */
export async function makeDesk(portal: TestPortal, provider: SignedInUser, state: State): Promise<Desk> {
  const { db } = portal.deps;
  const isFinal = state === 'final';
  const { templateId, locationId } = await makeDictationDesk(portal);
  const { id: patientId, medicalRecordNumber: mrn } = await makePatient(portal, {
    lastName: NAME,
    ssn: '219099998',
  });
  // Through the API, so that an audit entry holds the values.
  await portal.succeed(patientUpdate, { params: { id: patientId }, body: PATIENT_FIELDS }, provider);
  await portal.owner.query('update patients set version = 1 where id = $1', [patientId]);
  const auditId = await portal.deps.db
    .selectFrom('audit_log')
    .select('id')
    .where('entity_id', '=', patientId)
    .executeTakeFirstOrThrow();
  const { id: orderId } = await makeOrder(portal, {
    patientId,
    providerId: provider.id,
    diagnosis: 'DIAGNOSISMARK',
    status: isFinal ? 'Completed' : 'Pending',
  });
  await db
    .updateTable('medical_orders')
    .set({ instructions: 'INSTRUCTIONSMARK' })
    .where('id', '=', orderId)
    .execute();
  const { id: messageId } = await makeMessage(portal, {
    patientId,
    callerName: 'Callermark',
    message: 'MESSAGEMARK',
    priority: 'Urgent',
    assignedToUserId: provider.id,
    status: isFinal ? 'Completed' : 'InProgress',
  });
  const note = { patientId, templateId, locationId, providerId: provider.id };
  const formData = { side: 'Left', note: 'NOTEMARK' };
  const dictationId = await makeDictation(portal, {
    ...note,
    formData,
    status: isFinal ? 'Signed' : 'Completed',
  });
  if (isFinal)
    await db
      .insertInto('co_signatures')
      .values({ dictation_id: dictationId, requested_at: portal.clock.now() })
      .execute();
  const groupedId = await makeDictation(portal, { ...note, formData, status: 'Completed' });
  await db
    .updateTable('dictations')
    .set({ complications: 'COMPLICATIONMARK', order_id: orderId })
    .where('id', 'in', [dictationId, groupedId])
    .where('status', '!=', 'Signed')
    .execute();
  const oneSidedId = await makeDictation(portal, { ...note, formData, status: 'Completed' });
  const line = { code: '64483', code_type: 'CPT', description: '', modifiers: '50' } as const;
  await db
    .insertInto('dictation_codes')
    .values({ ...line, dictation_id: oneSidedId, place: 0 })
    .execute();
  const { id: groupId } = await db
    .insertInto('dictation_groups')
    .values({
      group_name: 'Morning',
      notes: null,
      provider_id: provider.id,
      location_id: locationId,
      procedure_date: '2026-11-20',
      created_by: provider.id,
      created_at: portal.clock.now(),
      updated_at: portal.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setGroup(portal, { groupId, groupedId });
  const { id: pillCountId } = await portal.succeed(
    pillCountCalculate,
    { body: { ...pillCount(patientId), saveToHistory: true } },
    provider,
  );
  const { id: alertId } = await portal.succeed(
    alertCreate,
    { params: { id: patientId }, body: { text: 'ALERTMARK' } },
    provider,
  );
  const draftId = randomUUID();
  const draftBody = draftOf(templateId, patientId);
  await portal.succeed(draftSave, { params: { id: draftId }, body: draftBody }, provider);
  const formDraftId = randomUUID();
  // Otherwise, one provider of many desks would have too many.
  await portal.owner.query(
    `delete from form_drafts where id in
       (select id from form_drafts where user_id = $1 order by updated_at desc, id desc offset 10)`,
    [provider.id],
  );
  await portal.succeed(formDraftSave, { params: { id: formDraftId }, body: formDraft(patientId) }, provider);
  const content = randomUUID();
  const file = () => pdfFile('FILEMARK.pdf', content);
  const { id: documentId } = await portal.succeed(
    documentUpload,
    { body: { ...FILE_FIELDS, patientId }, file: file() },
    provider,
  );
  if (isFinal) {
    await portal.succeed(alertEnd, { params: { id: patientId, alertId }, body: {} }, provider);
    await portal.owner.query('update patients set is_active = false where id = $1', [patientId]);
    await portal.owner.query(
      `update documents set deleted_at = now(), deleted_by = $2, delete_reason = 'Wrong file' where id = $1`,
      [documentId, provider.id],
    );
  }
  return {
    patientId,
    mrn,
    otherPatientId: (await makePatient(portal)).id,
    orderId,
    messageId,
    documentId,
    dictationId,
    oneSidedId,
    groupedId,
    groupId,
    pillCountId: pillCountId ?? '',
    alertId,
    draftId,
    draftBody,
    formDraftId,
    templateId,
    locationId,
    providerId: provider.id,
    ...(await rightsOf(portal)),
    auditId: auditId.id,
    file,
  };
}

async function rightsOf(portal: TestPortal) {
  const { db } = portal.deps;
  const roles = await db.selectFrom('roles').select(['id', 'name']).execute();
  const roleId = (name: string) => roles.find((role) => role.name === name)?.id ?? '';
  const { id: permissionId } = await db
    .selectFrom('permissions')
    .select('id')
    .where('name', '=', 'Message.View')
    .executeTakeFirstOrThrow();
  return { roleId: roleId('ProviderPhysician'), otherRoleId: roleId('Staff'), permissionId };
}

/** Makes somebody else the provider of the dictations and the group. */
export async function handOver(portal: TestPortal, desk: Desk, provider: SignedInUser): Promise<void> {
  const { dictationId, groupedId, groupId } = desk;
  const ids = [dictationId, groupedId];
  await portal.owner.query('update dictations set group_id = null where id = $1', [groupedId]);
  await portal.owner.query('update dictation_groups set provider_id = $2 where id = $1', [
    groupId,
    provider.id,
  ]);
  await portal.owner.query(
    `update dictations set provider_id = $2 where id = any($1) and status <> 'Signed'`,
    [ids, provider.id],
  );
  await setGroup(portal, desk);
}

const setGroup = (portal: TestPortal, { groupId, groupedId }: Pick<Desk, 'groupId' | 'groupedId'>) =>
  portal.owner.query('update dictations set group_id = $1 where id = $2', [groupId, groupedId]);

const PATIENT_FIELDS = {
  firstName: 'Pat',
  lastName: NAME,
  dateOfBirth: '1980-01-05',
  address: '77 Markstreet',
  insurancePolicyNumber: 'POLICYMARK1',
  email: 'patientmark@practice.example',
};

export const FILE_FIELDS = { type: 'LabResult', category: 'Clinical', note: 'FILEREMARK' } as const;

export const pillCount = (patientId: string) => ({
  patientId,
  prescriptionDate: '2026-11-01',
  prescriptionName: 'PILLMARK',
  pillsGiven: 90,
  pillsPerDay: 3,
  pillsRemaining: 30,
});

/** A message that was not saved. */
export const formDraft = (patientId: string): BodyInputOf<typeof formDraftSave> => ({
  form: 'messageCreate',
  revision: 0,
  editorId: '00000000-0000-7000-8000-000000000009',
  content: {
    address: '/messages/new',
    about: null,
    dialog: null,
    subject: 'Callermark',
    patientId,
    base: { message: '' },
    mine: { message: 'MESSAGEMARK' },
  },
});

const draftOf = (templateId: string, patientId: string): BodyInputOf<typeof draftSave> => ({
  dictationId: null,
  templateId,
  templateVersion: 1,
  baseVersion: null,
  revision: 0,
  editorId: randomUUID(),
  content: {
    patientId,
    procedureDate: '2026-11-20',
    procedureLocation: '',
    providerId: null,
    locationId: null,
    formData: { note: 'DRAFTMARK' },
    editedFields: [],
    billingCodes: null,
    billingOption: 'standard',
    complications: '',
    createKey: '',
  },
});
