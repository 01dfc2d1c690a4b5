import type { Addendum, Dictation, DictationCode, FormData } from '@portal/contract/dictations';
import type { FieldValues } from '@portal/domain/template/value';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { PREPARED } from '#db/prepared.ts';
import { contentOf } from '#features/templates/index.ts';
import { dictationRows, presentDictationRow } from './rows.ts';

const records = (db: Db) =>
  dictationRows(db)
    .innerJoin('template_versions as v', (join) =>
      join.onRef('v.template_id', '=', 'd.template_id').onRef('v.content_version', '=', 'd.template_version'),
    )
    .innerJoin('users as w', 'w.id', 'd.created_by')
    .innerJoin('users as e', 'e.id', 'd.updated_by')
    .select([
      'p.date_of_birth',
      'p.gender',
      'd.template_version',
      'd.form_data',
      'd.edited_fields',
      'd.billing_option',
      'd.complications',
      'd.signer_name',
      'd.signer_title',
      'd.content_hash',
      'd.created_by',
      'd.updated_by',
      'd.updated_at',
      'v.content',
      'w.first_name as writer_first_name',
      'w.last_name as writer_last_name',
      'e.first_name as editor_first_name',
      'e.last_name as editor_last_name',
    ]);
type RecordRow = Awaited<ReturnType<ReturnType<typeof records>['executeTakeFirstOrThrow']>>;

/** Loads complete dictations in the order of the IDs, including inactive ones. Unknown IDs are left out. */
export async function loadDictations(db: Db, ids: readonly string[]): Promise<Dictation[]> {
  if (ids.length === 0) return [];
  const [first] = ids;
  // A single ID uses a separate statement, because PostgreSQL would plan the array version again for each call, which is slow.
  const wanted = first !== undefined && ids.length === 1 ? sql<string>`${first}::uuid` : anyId(ids);
  const rows = await records(db).where('d.id', '=', wanted).modifyEnd(PREPARED).execute();
  const codes = await codesOf(db, ids);
  const addenda = await addendaOf(
    db,
    rows.filter(({ addendum_count: count }) => count > 0).map(({ id }) => id),
  );
  const byId = new Map(
    rows.map((row) => [row.id, present(row, codes.get(row.id) ?? [], addenda.get(row.id) ?? [])]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Loads a complete dictation, including an inactive one; undefined when it does not exist. */
export async function loadDictation(db: Db, id: string): Promise<Dictation | undefined> {
  const [dictation] = await loadDictations(db, [id]);
  return dictation;
}

async function codesOf(db: Db, ids: readonly string[]): Promise<Map<string, DictationCode[]>> {
  const rows = await db
    .selectFrom('dictation_codes')
    .select(['dictation_id', 'code', 'code_type', 'description', 'modifiers'])
    .where('dictation_id', '=', anyId(ids))
    .orderBy('dictation_id')
    .orderBy('place')
    .modifyEnd(PREPARED)
    .execute();
  const codes = new Map<string, DictationCode[]>();
  for (const row of rows) {
    const code = {
      code: row.code,
      codeType: row.code_type,
      description: row.description,
      modifiers: row.modifiers,
    };
    codes.set(row.dictation_id, [...(codes.get(row.dictation_id) ?? []), code]);
  }
  return codes;
}

async function addendaOf(db: Db, ids: readonly string[]): Promise<Map<string, Addendum[]>> {
  const addenda = new Map<string, Addendum[]>();
  if (ids.length === 0) return addenda;
  const rows = await db
    .selectFrom('dictation_addenda')
    .select(['dictation_id', 'id', 'text', 'reason', 'author_name', 'author_title', 'created_at'])
    .where('dictation_id', '=', anyId(ids))
    .orderBy('dictation_id')
    .orderBy('place')
    .modifyEnd(PREPARED)
    .execute();
  for (const row of rows) {
    const addendum = {
      id: row.id,
      text: row.text,
      reason: row.reason,
      authorName: row.author_name,
      authorTitle: row.author_title,
      createdAt: row.created_at.toISOString(),
    };
    addenda.set(row.dictation_id, [...(addenda.get(row.dictation_id) ?? []), addendum]);
  }
  return addenda;
}

function present(row: RecordRow, billingCodes: DictationCode[], addendums: Addendum[]): Dictation {
  const formData = formDataOf(row.form_data);
  return {
    ...presentDictationRow(row),
    patientDOB: row.date_of_birth ?? '',
    patientGender: row.gender ?? '',
    dictationContent: formData,
    formData,
    editedFields: row.edited_fields,
    billingCodes,
    billingOption: row.billing_option,
    complications: row.complications,
    templateVersion: row.template_version,
    structure: { sections: contentOf(row.content).sections },
    signature: signatureOf(row),
    addendums,
    createdByUser: {
      id: row.created_by,
      firstName: row.writer_first_name,
      lastName: row.writer_last_name,
    },
    updatedByUser: {
      id: row.updated_by,
      firstName: row.editor_first_name,
      lastName: row.editor_last_name,
    },
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Copies values because the API types have mutable arrays. */
const formDataOf = (values: FieldValues): FormData =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, typeof value === 'object' ? [...value] : value]),
  );

function signatureOf({
  signed_at,
  signer_name,
  signer_title,
  content_hash,
}: RecordRow): Dictation['signature'] {
  if (signed_at === null || signer_name === null || content_hash === null) return null;
  return {
    name: signer_name,
    title: signer_title,
    signedAt: signed_at.toISOString(),
    contentHash: content_hash.toString('hex'),
  };
}
