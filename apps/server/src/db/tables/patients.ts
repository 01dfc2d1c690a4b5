import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Instant } from './columns.ts';

export interface PatientsTable {
  id: Generated<string>;
  medical_record_number: ColumnType<string, string, never>;
  first_name: string;
  last_name: string;
  date_of_birth: string;
  gender: 'Male' | 'Female' | 'Other' | null;
  ssn: Buffer | null;
  ssn_index: Buffer | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  phone: string | null;
  email: string | null;
  insurance_provider: string | null;
  insurance_policy_number: string | null;
  is_active: Generated<boolean>;
  name_key: string;
  search_text: string;
  email_key: GeneratedAlways<string | null>;
  insurance_key: GeneratedAlways<string | null>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface PatientSearchTable {
  mrn: number;
  patient_id: string;
  is_active: boolean;
  name_key: string;
  words: string;
}

export interface PatientFamiliesTable {
  family: string;
  words: string;
}

export interface PatientCountsTable {
  shard: number;
  active: string;
  inactive: string;
}
