import type { createPool } from '@portal/server/db/database';

const TYPES = [
  'LabResult',
  'LabResult',
  'ImagingResult',
  'Insurance',
  'Consent',
  'MedicalOrder',
  'PreOpPaperwork',
  'Other',
];
const CATEGORIES = ['Clinical', 'Clinical', 'Financial', 'Administrative', 'Legal'];

/**
 * As many documents as patients, over eight years; one in 200 is deleted. They have no files: content is measured
 * with uploaded files. The pool is the owner’s.
 */
export async function fillDocuments(pool: ReturnType<typeof createPool>, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      `set statement_timeout = 0; set maintenance_work_mem = '1GB'; set synchronous_commit = off; set work_mem = '256MB'`,
    );
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'documents' and indexname not like '%\\_pkey'`,
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await client.query(
      `insert into documents (id, patient_id, type, category, file_name, file_name_key, file_type, size_bytes, file_key, content_hash,
         uploaded_by, created_at, updated_at, deleted_at, deleted_by, delete_reason)
       select uuidv7(), p.id, ($2::text[])[1 + n * 37 % 8], ($3::text[])[1 + n * 13 % 5], name, lower(name), 'pdf',
         1 + n * 7919 % 2000000, '\\x01', sha256(n::text::bytea), u.id, day, day,
         case when n % 200 = 0 then timestamptz '2026-11-10 12:00Z' end, case when n % 200 = 0 then u.id end,
         case when n % 200 = 0 then 'Scanned twice' end
       from (
         select n, timestamptz '2018-11-21 14:00Z' + n * interval '8 years' / $1 as day,
           (array['Lab result', 'MRI report', 'Consent', 'Insurance card', 'Referral'])[1 + n % 5] || ' ' || n * 7919 % $1 || '.pdf' as name
         from generate_series(0, $1::bigint - 1) n
       ) as days
       join patients p on p.medical_record_number = lpad((1 + n * 7919 % $1)::text, 8, '0')
       cross join users u
       where u.user_name = 'bench'
       order by n`,
      [count, TYPES, CATEGORIES],
    );
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('vacuum (analyze) documents');
  } finally {
    client.release(true);
  }
}
