import type { BillingCode } from '@portal/contract/billing-codes';
import type { CodeRow } from './code-repo.ts';

/** Converts a row to the API's billing code. */
export const presentCode = (row: CodeRow): BillingCode => ({
  id: row.id,
  codeType: row.code_type,
  code: row.code,
  description: row.description,
  category: row.category,
  isActive: row.is_active,
  lineType: row.line_type,
  bilateralIndicator: row.bilateral_indicator,
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});
