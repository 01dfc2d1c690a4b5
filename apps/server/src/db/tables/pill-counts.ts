import type { Generated } from 'kysely';

export interface PillCountsTable {
  id: Generated<string>;
  patient_id: string;
  provider_id: string;
  prescription_name: string | null;
  prescription_date: string;
  pills_given: number;
  pills_carried_over: Generated<number>;
  tenths_per_day: number;
  pills_remaining: number;
  notes: string | null;
  counted_on: string;
  calculated_at: Date;
  deleted_at: Date | null;
  deleted_by: string | null;
}
