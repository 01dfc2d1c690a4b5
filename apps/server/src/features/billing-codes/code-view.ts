import type { BillingCode } from '@portal/contract/billing-codes';
import { checkFacts, factsOf } from '@portal/domain/billing-code-facts';
import type { CodeTraits } from '@portal/domain/billing-code-traits';
import type { CodeRow, TraitColumns } from './code-repo.ts';

/** Converts columns to traits. */
export const traitsOf = (row: TraitColumns): CodeTraits => ({
  lineType: row.line_type,
  bilateralIndicator: row.bilateral_indicator,
  unitSize: row.unit_size,
  unit: row.unit,
  isBillable: row.is_billable,
  validFrom: row.valid_from,
  validTo: row.valid_to,
});

/** Converts traits to columns. */
export const traitColumns = (traits: CodeTraits): TraitColumns => ({
  line_type: traits.lineType,
  bilateral_indicator: traits.bilateralIndicator,
  unit_size: traits.unitSize,
  unit: traits.unit,
  is_billable: traits.isBillable,
  valid_from: traits.validFrom,
  valid_to: traits.validTo,
});

/** Converts a row to the API's billing code. */
export const presentCode = (row: CodeRow): BillingCode => ({
  id: row.id,
  codeType: row.code_type,
  code: row.code,
  description: row.description,
  category: row.category,
  isActive: row.is_active,
  ...traitsOf(row),
  facts: [...checkFacts(row.code_type, row.code, traitsOf(row))],
  replacedBy: factsOf(row.code_type, row.code).replacedBy ?? null,
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});

/** The fields of a code in audit entries. */
export const auditFields = (row: CodeRow) => ({
  codeType: row.code_type,
  code: row.code,
  description: row.description,
  category: row.category,
  isActive: row.is_active,
  ...traitsOf(row),
});
