import type { createPool } from '@portal/server/db/database';

/** Procedure codes of the made files: every sixth number, as the published files have about 10,000. */
export const procedureCode = (n: number): string => String(10_000 + (n % CODES) * 6);
const CODES = 10_000;
/** As many pairs as the published files of practitioners have; fewer in a practice that only tests the benchmark. */
const pairsOf = (patients: number): number => (patients < 1000 ? 4 : 260);

/**
 * Official files with 2,600,000 pairs in four parts, and facts of all codes, in two editions. A code's partners are those of
 * `pairedCode`. The pool is the owner's.
 */
export async function fillCodeFiles(pool: ReturnType<typeof createPool>, patients: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off');
    await client.query(
      `insert into code_file_rationales (text) select 'Reason ' || n from generate_series(1, 10) n`,
    );
    await client.query(
      `insert into code_files (kind, title, file_name, file_hash, byte_size, edition_from, edition_to, state, uploaded_at, loaded_at)
       select kind, 'CMS, ' || kind, kind || part || '.txt', sha256((kind || part || first)::bytea), 1, first::date, last::date,
         'Loaded', now(), now()
       from unnest('{hcpcs,feeSchedule,mue,addOn,icd10,asp,ptp}'::text[]) kind,
         (values ('2026-07-01', '2026-09-30'), ('2026-10-01', '2026-12-31')) edition(first, last), generate_series(1, 4) part
       where kind = 'ptp' and first = '2026-10-01' or kind <> 'ptp' and part = 1`,
    );
    await client.query(
      `insert into code_file_pairs
       select f.file_no, (10000 + a * 6)::text, (10000 + (a * 37 + n * 13) % ${CODES} * 6)::text, '2015-01-01',
         case when n % 3 = 0 then '2019-12-31'::date end, n % 2, 1 + n % 10
       from (select file_no, row_number() over (order by file_no) - 1 as part from code_files where kind = 'ptp') f
       join generate_series(0, ${CODES} - 1) a on a / 2500 = f.part, generate_series(1, $1::int) n`,
      [pairsOf(patients)],
    );
    await client.query(
      `insert into code_file_codes
       select f.file_no, (10000 + n * 6)::text, '', null::date, null::date, case kind
         when 'mue' then '{"units":1,"adjudication":2,"rationale":"CMS Policy"}'
         else '{"status":"A","pcTc":"0","globalDays":"000","multiple":"2","bilateral":1,"assistant":"1","coSurgeons":"0","team":"0"}'
         end::jsonb
       from code_files f, generate_series(0, ${CODES} - 1) n where kind in ('mue', 'feeSchedule')
       union all
       select f.file_no, code, '', null, null, '{"description":"Pain","isBillable":true}'::jsonb
       from code_files f, billing_codes b where kind = 'icd10' and b.code_type = 'ICD10'
       union all
       select f.file_no, (10000 + n * 6)::text, (10000 + (n + m) % ${CODES} * 6)::text, '2013-04-01', null, '{"type":1}'
       from code_files f, generate_series(0, 600) n, generate_series(1, 10) m where kind = 'addOn'`,
    );
    await client.query('vacuum (analyze) code_file_pairs, code_file_codes, code_files, code_file_rationales');
  } finally {
    client.release(true);
  }
}

/** A code that has a pair with the code of this number as column 1. */
export const pairedCode = (n: number, turn: number): string => procedureCode((n % CODES) * 37 + turn * 13);
