import type { Db } from '#db/database.ts';

export type PrintRow = NonNullable<Awaited<ReturnType<typeof findForPrint>>>;

/** Finds the patient, provider and office details for the printed order. */
export function findForPrint(db: Db, orderId: string) {
  return (
    db
      .selectFrom('medical_orders as o')
      .innerJoin('patients as p', 'p.id', 'o.patient_id')
      .innerJoin('users as u', 'u.id', 'o.ordered_by')
      // Offices for SuperAdmins only must not appear on paper.
      .leftJoin('offices as f', (join) =>
        join.onRef('f.id', '=', 'u.office_id').on('f.super_admin_only', '=', false),
      )
      .select([
        'p.date_of_birth',
        'p.gender',
        'p.phone as patient_phone',
        'p.address as patient_address',
        'p.city as patient_city',
        'p.state as patient_state',
        'p.zip_code as patient_zip_code',
        'p.insurance_provider',
        'p.insurance_policy_number',
        'u.title as provider_title',
        'u.npi as provider_npi',
        'f.name as office_name',
        'f.address',
        'f.city',
        'f.state',
        'f.zip_code',
        'f.phone as office_phone',
        'f.fax',
      ])
      .where('o.id', '=', orderId)
      .executeTakeFirst()
  );
}
