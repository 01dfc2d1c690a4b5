import type { Generated } from 'kysely';
import type { Instant, NullableInstant } from './columns.ts';

export interface OfficesTable {
  id: Generated<string>;
  name: string;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  phone: string;
  fax: string | null;
  super_admin_only: Generated<boolean>;
  is_surgery_center: Generated<boolean>;
  is_active: Generated<boolean>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface OfficeIpWhitelistTable {
  id: Generated<string>;
  office_id: string;
  ip_address: string;
  description: string | null;
  expires_at: NullableInstant;
  version: Generated<number>;
  created_at: Instant;
}
