import type { createPool } from '@portal/server/db/database';

/** More than a year’s ICD-10-CM and CPT codes combined, fewer in a practice that only tests the benchmark. */
export const catalogSize = (patients: number): number => (patients < 1000 ? 5_000 : 100_000);

export const CONDITIONS =
  'Radiculopathy,Neuralgia,Osteoarthritis,Bursitis,Tendinitis,Stenosis,Spondylosis,Neoplasm,Abscess,Contusion,Laceration,Dislocation,Sprain,Burn,Necrosis,Synovitis,Effusion,Contracture,Stiffness,Instability,Gout,Cyst,Ulcer,Cellulitis,Hematoma,Ischemia,Thrombosis,Aneurysm,Embolism,Atrophy,Dystrophy,Paralysis,Neuropathy,Causalgia,Spasm,Myositis,Fibrosis,Calcification,Infection,Pain'.split(
    ',',
  );
export const SITES =
  'shoulder,elbow,wrist,hand,thumb,hip,knee,ankle,foot,toe,lumbar region,cervical region,thoracic region,sacral region,radius,ulna,humerus,femur,tibia,fibula,clavicle,scapula,pelvis,rib,sternum,skull,jaw,orbit,ear,neck,forearm,upper arm,thigh,lower leg,heel,finger,patella,vertebra,ligament,muscle'.split(
    ',',
  );

/**
 * A catalog as large as the published ones, with similar word frequencies: a third mentions encounters, and one in
 * eight fractures, which are contiguous. The pool is the owner’s.
 */
export async function fillBillingCodes(pool: ReturnType<typeof createPool>, patients: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set synchronous_commit = off; set work_mem = '256MB'`);
    await client.query(
      `insert into billing_codes (code_type, code, description, category)
       select 'ICD10', chr(65 + n / 4000) || lpad((n / 40 % 100)::text, 2, '0') || '.' || lpad((n % 40)::text, 2, '0'),
         case when n between 70000 and 82000 then 'Displaced fracture' else ($2::text[])[1 + n / 40 % 40] end
           || ' of ' || (array['right ', 'left ', 'unspecified '])[1 + n % 3] || ($3::text[])[1 + n % 40]
           || case when n >= 66000 then (array[', initial encounter', ', subsequent encounter', ', sequela'])[1 + n / 3 % 3] else '' end,
         null
       from generate_series(0, $1::int - 2001) n
       union all
       select 'CPT', (20000 + n * 31)::text,
         (array['Injection', 'Block', 'Ablation', 'Repair'])[1 + n % 4] || ' of the ' || ($3::text[])[1 + n / 4 % 40] || ', level ' || n,
         'Procedures'
       from generate_series(0, 1999) n`,
      [catalogSize(patients), CONDITIONS, SITES],
    );
    await client.query('vacuum (analyze) billing_codes');
  } finally {
    client.release(true);
  }
}
