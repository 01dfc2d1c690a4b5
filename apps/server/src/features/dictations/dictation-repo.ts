import type { DictationStatus } from '@portal/domain/dictation';
import {
  catalogSpellings,
  type BillingLine,
  type CatalogCode,
  type EnteredCode,
} from '@portal/domain/dictation/billing-lines';
import type { EditedFrom } from '@portal/domain/dictation/edited-text';
import type { BillingOption } from '@portal/domain/template/billing-option';
import type { FieldValues } from '@portal/domain/template/value';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { PREPARED, SHARED } from '#db/statement-marks.ts';
import { together } from '#db/together.ts';
import { PRINTED_NAMES } from './list/shown-names.ts';
import { PATIENT_COLUMNS } from '#request/patient-of-row.ts';

const rows = (db: Db) =>
  db
    .selectFrom('dictations as d')
    .innerJoin('templates as t', 't.id', 'd.template_id')
    .innerJoin('patients as p', 'p.id', 'd.patient_id')
    .innerJoin('users as u', 'u.id', 'd.provider_id')
    .leftJoin('dictation_groups as g', 'g.id', 'd.group_id')
    .leftJoin('signed_prints as s', 's.dictation_id', 'd.id')
    .leftJoin('co_signatures as c', 'c.dictation_id', 'd.id')
    .leftJoin('users as cu', 'cu.id', 'c.supervisor_id')
    .select(PRINTED_NAMES)
    .select([
      'd.id',
      'd.template_id',
      't.name as template_name',
      'd.patient_id',
      ...PATIENT_COLUMNS,
      'p.date_of_birth',
      'p.gender',
      'd.provider_id',
      'u.first_name as provider_first_name',
      'u.last_name as provider_last_name',
      'd.location_id',
      'd.procedure_location',
      'd.procedure_date',
      'd.status',
      'd.group_id',
      'g.group_name',
      'd.addendum_count',
      'c.state as co_signature_state',
      'c.supervisor_id',
      'cu.first_name as supervisor_first_name',
      'cu.last_name as supervisor_last_name',
      'd.created_at',
      'd.updated_at',
      'd.signed_at',
      'd.is_active',
      'd.version',
    ]);
/** A dictation in a list, with the names of the records it refers to. */
export type DictationListRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const records = (db: Db) =>
  rows(db)
    .innerJoin('template_versions as v', (join) =>
      join.onRef('v.template_id', '=', 'd.template_id').onRef('v.content_version', '=', 'd.template_version'),
    )
    .innerJoin('users as w', 'w.id', 'd.created_by')
    .innerJoin('users as e', 'e.id', 'd.updated_by')
    .leftJoin('letterheads as l', 'l.digest', 's.letterhead')
    .leftJoin('template_categories as k', 'k.id', 't.category_id')
    .leftJoin('users as cr', 'cr.id', 'c.returned_by')
    .select([
      't.needs_co_signature',
      'c.requested_at',
      'c.returned_at',
      'c.returned_by',
      'cr.first_name as returner_first_name',
      'cr.last_name as returner_last_name',
      'c.return_reason',
      'c.signed_at as co_signed_at',
      'c.signed_by as co_signed_by',
      'c.signer_name as co_signer_name',
      'c.signer_title as co_signer_title',
      'c.content_hash as co_signature_hash',
      'c.addendum_count as co_signed_addenda',
      't.report_title',
      'k.report_title as report_heading',
      's.writer_first_name as printed_writer_first_name',
      's.writer_last_name as printed_writer_last_name',
      's.report',
      's.taken_at',
      'l.content as letterhead',
      'd.template_version',
      'd.order_id',
      'd.form_data',
      'd.edited_fields',
      'd.edited_from',
      'd.billing_option',
      'd.complications',
      'd.signer_name',
      'd.signer_title',
      'd.content_hash',
      'd.hash_version',
      'd.created_by',
      'd.updated_by',
      'v.content',
      'w.first_name as writer_first_name',
      'w.last_name as writer_last_name',
      'e.first_name as editor_first_name',
      'e.last_name as editor_last_name',
    ]);
/** A complete dictation. */
export type DictationRecord = Awaited<ReturnType<typeof findDictations>>[number];

/** Finds dictations for a list in the order of the IDs, including inactive ones. Unknown IDs are left out. */
export async function findDictationRows(db: Db, ids: readonly string[]): Promise<DictationListRow[]> {
  if (ids.length === 0) return [];
  return inOrder(ids, await rows(db).where('d.id', '=', anyId(ids)).modifyEnd(SHARED).execute());
}

/** Finds complete dictations in the order of the IDs, including inactive ones. Unknown IDs are left out. */
export async function findDictations(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const [first] = ids;
  // A single ID uses a separate statement, because PostgreSQL would plan the array version again for each call, which is slow.
  const wanted = first !== undefined && ids.length === 1 ? sql<string>`${first}::uuid` : anyId(ids);
  const [found, lines] = await together([
    records(db).where('d.id', '=', wanted).modifyEnd(PREPARED).execute(),
    listCodes(db, ids),
  ]);
  const codes = Map.groupBy(lines, (line) => line.dictation_id);
  const withAddenda = found.filter(({ addendum_count: count }) => count > 0).map(({ id }) => id);
  const addenda = Map.groupBy(await listAddenda(db, withAddenda), (addendum) => addendum.dictation_id);
  return inOrder(ids, found).map((row) => ({
    ...row,
    codes: codes.get(row.id) ?? [],
    addenda: addenda.get(row.id) ?? [],
  }));
}

/** Finds a complete dictation, including an inactive one. */
export async function findDictation(db: Db, id: string): Promise<DictationRecord | undefined> {
  const [dictation] = await findDictations(db, [id]);
  return dictation;
}

const inOrder = <T extends { readonly id: string }>(ids: readonly string[], found: readonly T[]): T[] => {
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

const listCodes = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('dictation_codes')
    .select(['dictation_id', 'code', 'code_type', 'description', 'modifiers', 'units', 'diagnosis_pointers'])
    .where('dictation_id', '=', anyId(ids))
    .orderBy('dictation_id')
    .orderBy('place')
    .modifyEnd(PREPARED)
    .execute();

const listAddenda = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('dictation_addenda')
        .select(['dictation_id', 'id', 'text', 'reason', 'author_name', 'author_title', 'created_at'])
        .where('dictation_id', '=', anyId(ids))
        .orderBy('dictation_id')
        .orderBy('place')
        .modifyEnd(PREPARED)
        .execute();

/** Finds whether a dictation is active and signed. */
export const findStatus = (db: Db, id: string) =>
  db.selectFrom('dictations').select(['status', 'is_active']).where('id', '=', id).executeTakeFirst();

/**
 * Locks these dictations against changes until the transaction ends, always in ID order to avoid deadlocks. Drafts can still
 * refer to them.
 */
export async function lockDictations(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .selectFrom('dictations')
    .select('id')
    .where('id', '=', anyId(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .modifyEnd(PREPARED)
    .execute();
}

/** Like `findDictation`, and locks the dictation against changes until the transaction ends. */
export async function lockDictation(db: Db, id: string): Promise<DictationRecord | undefined> {
  const [, dictation] = await together([lockDictations(db, [id]), findDictation(db, id)]);
  return dictation;
}

/** The values of a dictation that a save writes. */
export interface DictationValues {
  readonly patientId: string;
  readonly providerId: string;
  readonly locationId: string;
  readonly procedureLocation: string;
  readonly procedureDate: string;
  /** The order that the note was started from. */
  readonly orderId: string | null;
  readonly status: DictationStatus;
  readonly formData: FieldValues;
  readonly editedFields: readonly string[];
  readonly editedFrom: EditedFrom;
  readonly billingOption: BillingOption;
  readonly complications: string | null;
  readonly billingCodes: readonly BillingLine[];
}
/** Who writes, and when. */
export interface Writer {
  readonly by: string;
  readonly now: Date;
}

const columns = (values: DictationValues, { by, now }: Writer) => ({
  patient_id: values.patientId,
  provider_id: values.providerId,
  location_id: values.locationId,
  procedure_location: values.procedureLocation,
  procedure_date: values.procedureDate,
  order_id: values.orderId,
  status: values.status,
  form_data: JSON.stringify(values.formData),
  edited_fields: [...values.editedFields],
  edited_from: JSON.stringify(values.editedFrom),
  billing_option: values.billingOption,
  complications: values.complications,
  updated_by: by,
  updated_at: now,
});

/** Inserts a dictation with its billing lines and returns its ID. */
export async function insertDictation(
  db: Db,
  template: { readonly templateId: string; readonly contentVersion: number },
  values: DictationValues,
  writer: Writer,
): Promise<string> {
  const { id } = await db
    .insertInto('dictations')
    .values({
      template_id: template.templateId,
      template_version: template.contentVersion,
      ...columns(values, writer),
      created_by: writer.by,
      created_at: writer.now,
    })
    .returning('id')
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  await insertCodes(db, id, values.billingCodes);
  return id;
}

/** Updates an unsigned dictation of this version and increments the version. Returns false if there is none. */
export async function updateDictation(
  db: Db,
  { id, version }: { readonly id: string; readonly version: number },
  values: DictationValues,
  writer: Writer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dictations')
    .set((eb) => ({ ...columns(values, writer), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '!=', 'Signed')
    .where('version', '=', version)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function replaceCodes(db: Db, id: string, lines: readonly BillingLine[]): Promise<void> {
  await together([
    db.deleteFrom('dictation_codes').where('dictation_id', '=', id).execute(),
    insertCodes(db, id, lines),
  ]);
}

/** Changes the modifiers of a billing line, and increments the version of its unsigned dictation. */
export async function updateModifiers(
  db: Db,
  { id, place, modifiers }: { readonly id: string; readonly place: number; readonly modifiers: string },
  { by, now }: Writer,
): Promise<void> {
  await db
    .updateTable('dictation_codes')
    .set({ modifiers })
    .where('dictation_id', '=', id)
    .where('place', '=', place)
    .execute();
  await db
    .updateTable('dictations')
    .set((eb) => ({ updated_by: by, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('status', '!=', 'Signed')
    .execute();
}

async function insertCodes(db: Db, id: string, lines: readonly BillingLine[]): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto('dictation_codes')
    .values(
      lines.map((line, place) => ({
        dictation_id: id,
        place,
        code_type: line.codeType,
        code: line.code,
        description: line.description,
        modifiers: line.modifiers,
        units: line.units,
        diagnosis_pointers: line.diagnosisPointers === null ? null : [...line.diagnosisPointers],
        billing_code_id: line.billingCodeId,
      })),
    )
    .execute();
}

/** Sets the status of unsigned dictations and increments their versions. */
export async function updateStatus(
  db: Db,
  ids: readonly string[],
  status: DictationStatus,
  { by, now }: Writer,
): Promise<void> {
  await db
    .updateTable('dictations')
    .set((eb) => ({ status, updated_by: by, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', anyId(ids))
    .where('status', '!=', 'Signed')
    .execute();
}

/** Finds the catalog entries of entered codes, including inactive ones. */
export async function findCatalogCodes(db: Db, codes: readonly EnteredCode[]): Promise<CatalogCode[]> {
  if (codes.length === 0) return [];
  return db
    .selectFrom('billing_codes')
    .select(['id', 'code', 'code_type as codeType', 'description', 'is_active as isActive'])
    .where('code', '=', sql<string>`any(${catalogSpellings(codes)}::text[])`)
    .execute();
}

/** What the fields of a template start with: the caller's own defaults, and the patient and provider to fill in. */
export type InitialValues = Awaited<ReturnType<typeof findInitialValues>>;

/** Finds what the fields of a dictation start with. */
export const findInitialValues = (
  db: Db,
  dictation: {
    readonly userId: string;
    readonly templateId: string;
    readonly patientId: string;
    readonly providerId: string;
  },
) =>
  db
    .selectFrom('patients as p')
    .innerJoin('users as u', (join) => join.on('u.id', '=', dictation.providerId))
    .leftJoin('template_preferences as f', (join) =>
      join.on('f.user_id', '=', dictation.userId).on('f.template_id', '=', dictation.templateId),
    )
    .select([
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.date_of_birth as dateOfBirth',
      'p.gender',
      'p.medical_record_number as medicalRecordNumber',
      'p.phone',
      'p.insurance_provider as insuranceProvider',
      'u.first_name as providerFirstName',
      'u.last_name as providerLastName',
      'u.title as providerTitle',
      'f.defaults',
    ])
    .where('p.id', '=', dictation.patientId)
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
