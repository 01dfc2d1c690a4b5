import type { DocumentCategory, DocumentType } from '@portal/domain/document';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { SHARED } from '#db/statement-marks.ts';
import { fileNameKey } from '#files/file-name.ts';
import type { ReceivedFile } from '#files/file-storage.ts';
import { PATIENT_COLUMNS } from '#request/patient-of-row.ts';

/** Documents joined with the patient and the users they refer to. */
const joined = (db: Db) =>
  db
    .selectFrom('documents as d')
    .innerJoin('patients as p', 'p.id', 'd.patient_id')
    .innerJoin('users as u', 'u.id', 'd.uploaded_by')
    .leftJoin('users as x', 'x.id', 'd.deleted_by')
    .select([
      'd.id',
      'd.patient_id',
      'd.type',
      'd.category',
      'd.file_name',
      'd.file_type',
      'd.size_bytes',
      'd.note',
      'd.file_key',
      'd.uploaded_by',
      'd.version',
      'd.created_at',
      'd.deleted_at',
      'd.deleted_by',
      'd.delete_reason',
      'd.damaged_at',
      'd.is_file_missing',
      ...PATIENT_COLUMNS,
      'u.first_name as uploader_first_name',
      'u.last_name as uploader_last_name',
      'x.first_name as deleter_first_name',
      'x.last_name as deleter_last_name',
    ])
    // Purged rows exist only for the audit log.
    .where('d.purged_at', 'is', null);

export type DocumentRow = Awaited<ReturnType<ReturnType<typeof joined>['executeTakeFirstOrThrow']>>;

/** Which documents a query includes. Only users who may delete documents see deleted ones. */
export interface DocumentScope {
  readonly includeDeleted: boolean;
}

export function findDocument(db: Db, id: string, scope: DocumentScope): Promise<DocumentRow | undefined> {
  return joined(db)
    .where('d.id', '=', id)
    .$if(!scope.includeDeleted, (query) => query.where('d.deleted_at', 'is', null))
    .modifyEnd(SHARED)
    .executeTakeFirst();
}

/** Like `findDocument`, but locks the row until the transaction ends. */
export async function lockDocument(
  db: Db,
  id: string,
  scope: DocumentScope,
): Promise<DocumentRow | undefined> {
  await db.selectFrom('documents').select('id').where('id', '=', id).forUpdate().execute();
  return findDocument(db, id, scope);
}

/** Finds documents by id, in the order of `ids`. Missing ones are left out. */
export async function findDocuments(db: Db, ids: readonly string[]): Promise<DocumentRow[]> {
  if (ids.length === 0) return [];
  const rows = new Map(
    (await joined(db).where('d.id', '=', anyId(ids)).modifyEnd(SHARED).execute()).map(
      (row): [string, DocumentRow] => [row.id, row],
    ),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}

interface DocumentFields {
  readonly type: DocumentType;
  readonly category: DocumentCategory;
  readonly note: string | null;
}

/** Inserts the record of a received file. */
export async function insertDocument(
  db: Db,
  file: ReceivedFile,
  fields: DocumentFields & { readonly patientId: string },
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('documents')
    .values({
      id: file.id,
      patient_id: fields.patientId,
      type: fields.type,
      category: fields.category,
      note: fields.note,
      file_name: file.fileName,
      file_name_key: fileNameKey(file.fileName),
      file_type: file.fileType,
      size_bytes: file.size,
      file_key: file.wrappedKey,
      content_hash: file.contentHash,
      uploaded_by: userId,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

interface DocumentChange {
  readonly type?: DocumentType;
  readonly category?: DocumentCategory;
  readonly note?: string | null;
  readonly patient_id?: string;
  readonly deleted_at?: Date | null;
  readonly deleted_by?: string | null;
  readonly delete_reason?: string | null;
}

/** Updates a document and increments its version. */
export async function updateDocument(db: Db, id: string, change: DocumentChange, now: Date): Promise<void> {
  await db
    .updateTable('documents')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

/**
 * Finds the newest document with the same content, preferring this patient's. An advisory lock serializes uploads of the
 * same content, so the second of two concurrent uploads sees the first.
 */
export async function findSameContent(
  db: Db,
  contentHash: Buffer,
  patientId: string,
): Promise<{ id: string; isSamePatient: boolean; fileName: string; createdAt: Date } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${contentHash.toString('base64')}, 0))`.execute(db);
  const row = await db
    .selectFrom('documents')
    .select(['id', 'patient_id', 'file_name', 'created_at'])
    .where('content_hash', '=', contentHash)
    .where('deleted_at', 'is', null)
    .orderBy((eb) => eb('patient_id', '=', patientId), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      isSamePatient: row.patient_id === patientId,
      fileName: row.file_name,
      createdAt: row.created_at,
    }
  );
}

/** Marks a document's file as damaged or missing, or as readable again (`damagedAt` is null). */
export async function setDamaged(
  db: Db,
  id: string,
  { damagedAt, isMissing }: { damagedAt: Date | null; isMissing: boolean },
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ damaged_at: damagedAt, is_file_missing: isMissing })
    .where('id', '=', id)
    .execute();
}
