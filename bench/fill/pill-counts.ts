import type { createPool } from '@portal/server/db/database';

/** Saved counts: every fifth active patient has three, months apart. The pool is the owner’s. */
export async function fillPillCounts(pool: ReturnType<typeof createPool>): Promise<void> {
  await pool.query(
    `insert into pill_counts (patient_id, provider_id, prescription_name, prescription_date, pills_given, tenths_per_day,
       pills_remaining, counted_on, calculated_at)
     select p.id, u.id, 'Tramadol 50 mg', date '2026-09-01' - 28 * n, 84, 30, 84 - 3 * 14 + n, date '2026-09-15' - 28 * n,
       timestamptz '2026-09-15 15:00Z' - n * interval '28 days'
     from patients p, users u, generate_series(0, 2) n
     where u.user_name = 'bench' and p.is_active and p.medical_record_number::bigint % 5 = 0`,
  );
  await pool.query('vacuum (analyze) pill_counts');
}
