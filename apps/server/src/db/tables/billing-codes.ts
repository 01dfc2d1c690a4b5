import type { CodeType } from '@portal/domain/billing-code';
import type { BilateralIndicator, LineType } from '@portal/domain/billing-line';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant } from './columns.ts';

export interface BillingCodesTable {
  id: Generated<string>;
  code_type: CodeType;
  code: string;
  description: string;
  category: string | null;
  is_active: Generated<boolean>;
  line_type: LineType;
  bilateral_indicator: BilateralIndicator;
  words: GeneratedAlways<string>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface BillingCodeCountsTable {
  shard: number;
  code_type: CodeType;
  is_active: boolean;
  codes: string;
}
