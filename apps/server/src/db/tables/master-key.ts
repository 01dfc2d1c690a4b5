import type { Generated } from 'kysely';

export interface MasterKeyFingerprintTable {
  is_only: Generated<boolean>;
  fingerprint: Buffer;
  noted_at: Date;
}
