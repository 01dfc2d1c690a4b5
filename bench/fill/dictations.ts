import type { createPool } from '@portal/server/db/database';

/** Number of dictations in the largest practice. */
const MOST = 500_000;
const PROVIDERS = 11;
const TEMPLATES = 12;

const options = ['L3-L4', 'L4-L5', 'L5-S1'];
/** A procedure note with fields of several types. */
const CONTENT = JSON.stringify({
  version: 1,
  sections: [
    {
      id: 's1',
      title: 'Procedure Details',
      fields: [
        { id: 'side', label: 'Side', type: 'radio', options: ['Left', 'Right', 'Bilateral'], required: true },
        { id: 'level', label: 'Level', type: 'select', options, required: true },
        { id: 'needle_gauge', label: 'Needle gauge', type: 'text', defaultValue: '22G' },
        {
          id: 'approach_description',
          label: 'Approach',
          type: 'textarea',
          dependencyType: 'dynamic_text',
          defaultTemplate:
            'The {{level}} level was approached from the {{side}} side with a {{needle_gauge}} needle.',
        },
        { id: 'findings', label: 'Findings', type: 'textarea' },
        { id: 'plan', label: 'Plan', type: 'textarea' },
      ],
    },
  ],
});
const TEXT =
  'The patient was brought to the procedure suite and placed in the prone position. After sterile preparation the level was identified under fluoroscopy, and the needle was advanced with intermittent imaging. Contrast showed good spread without vascular uptake. The patient tolerated the procedure well. ';

/**
 * Half as many dictations as patients, over eight years, from twelve providers and templates. Those of the last six
 * weeks have any status, older ones are signed, and one in 200 is deactivated. Each has two codes. The pool is the
 * owner’s.
 */
export async function fillDictations(pool: ReturnType<typeof createPool>, patients: number): Promise<void> {
  const count = Math.min(MOST, Math.ceil(patients / 2));
  const client = await pool.connect();
  try {
    await client.query(
      `set statement_timeout = 0; set maintenance_work_mem = '1GB'; set synchronous_commit = off; set work_mem = '256MB'`,
    );
    await client.query(
      `insert into offices (name, address, city, state, zip_code, phone, fax)
       select 'Dictating ' || n, '1 Main Street', 'Baltimore', 'MD', '21201', '4105550100', null from generate_series(1, 4) n`,
    );
    await client.query(
      `with added as (
         insert into users (user_name, email, first_name, last_name, title, password_hash)
         select 'dictating' || n, 'dictating' || n || '@practice.example', 'Provider', 'Number' || n, 'MD', '' from generate_series(1, $1::int) n
         returning id)
       insert into user_roles (user_id, role_id) select added.id, r.id from added, roles r where r.name = 'ProviderPhysician'`,
      [PROVIDERS],
    );
    await client.query(
      `with added as (
         insert into templates (name, procedure_type, quick_access_order, usage_count, last_used_at)
         select 'Procedure ' || n, 'Injection', n, 1, now() from generate_series(1, $1::int) n returning id)
       insert into template_versions (template_id, content_version, content, auto_populate, is_used) select id, 1, $2, '{}', true from added`,
      [TEMPLATES, CONTENT],
    );
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'dictations' and indexname not like '%\\_pkey'`,
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await client.query(
      `insert into dictations (template_id, template_version, patient_id, provider_id, location_id, procedure_location, procedure_date, status,
         form_data, billing_option, is_active, deactivated_at, signed_at, signed_by, signer_name, signer_title, content_hash,
         created_by, created_at, updated_by, updated_at)
       select t.ids[1 + n * 7 % array_length(t.ids, 1)], 1, p.id, provider, o.ids[1 + n * 3 % 4], 'Dictating', day, status,
         jsonb_build_object('side', 'Left', 'level', 'L4-L5', 'needle_gauge', '22G', 'findings', $2::text, 'plan', 'Follow-up in two weeks.'),
         'standard', n % 200 > 0, case when n % 200 = 0 then at end,
         case when status = 'Signed' then at end, case when status = 'Signed' then provider end,
         case when status = 'Signed' then 'Provider' end, case when status = 'Signed' then 'MD' end,
         case when status = 'Signed' then sha256(n::text::bytea) end, provider, at, provider, at
       from (
         select n, day, day + time '15:00' as at, u.ids[1 + n * 5 % array_length(u.ids, 1)] as provider,
           case when day < date '2026-10-10' then 'Signed'
             else (array['Draft', 'Saved', 'Completed', 'Signed'])[1 + n * 7 % 4] end as status
         from (select n, date '2018-11-21' + (n * 2921 / $1)::integer as day from generate_series(0, $1::bigint - 1) n) days
         cross join (select array_agg(id order by user_name) as ids from users where user_name = 'bench' or user_name like 'dictating%') u
       ) notes
       cross join (select array_agg(id order by name) as ids from templates where name like 'Procedure %') t
       cross join (select array_agg(id order by name) as ids from offices where name like 'Dictating %') o
       join patients p on p.medical_record_number = lpad((1 + n * 7919 % $3)::text, 8, '0')
       order by n`,
      [count, TEXT.repeat(3), patients],
    );
    // They are already signed, so only the owner can add codes.
    await client.query('alter table dictation_codes disable trigger dictation_codes_keep_signed');
    await client.query(
      `insert into dictation_codes (dictation_id, place, code_type, code, description, modifiers)
       select id, 0, 'CPT', '64483', 'Transforaminal epidural injection, one level', 'LT' from dictations
       union all select id, 1, 'ICD10', 'M54.16', 'Radiculopathy, lumbar region', '' from dictations`,
    );
    await client.query('alter table dictation_codes enable trigger dictation_codes_keep_signed');
    await client.query(`insert into letterheads (digest, content) values ('\\x00', $1)`, [
      JSON.stringify({
        headerHTML: '',
        footerHTML: '',
        values: {},
        timeZone: 'America/New_York',
        clock: '12',
      }),
    ]);
    await client.query('alter table signed_prints disable trigger signed_prints_keep');
    await client.query(
      `insert into signed_prints (dictation_id, template_name, patient_first_name, patient_last_name, medical_record_number,
         date_of_birth, gender, provider_first_name, provider_last_name, writer_first_name, writer_last_name, letterhead, taken_at)
       select d.id, t.name, p.first_name, p.last_name, p.medical_record_number, p.date_of_birth, p.gender, u.first_name, u.last_name,
         u.first_name, u.last_name, '\\x00', d.signed_at
       from dictations d join templates t on t.id = d.template_id join patients p on p.id = d.patient_id
       join users u on u.id = d.provider_id
       where d.status = 'Signed'`,
    );
    await client.query('alter table signed_prints enable trigger signed_prints_keep');
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query(
      'vacuum (analyze) dictations, dictation_codes, signed_prints, row_counts, templates, users',
    );
  } finally {
    client.release(true);
  }
}
