import type { BillingCode } from '@portal/contract/billing-codes';
import { checkFacts, factsOf } from '@portal/domain/billing-code-facts';
import type { CodeRow } from './code-repo.ts';

/** A code with what official sources say. */
export const presentCode = (row: CodeRow): BillingCode => ({
  ...row,
  facts: [...checkFacts(row.codeType, row.code, row)],
  replacedBy: factsOf(row.codeType, row.code).replacedBy ?? null,
  updatedAt: row.updatedAt.toISOString(),
});
