import type { BillingCode } from '@portal/contract/billing-codes';
import { checkFacts, factsOf } from '@portal/domain/billing-code-facts';
import type { Official } from '@portal/domain/code-files/official';
import type { CodeRow } from './code-repo.ts';

/** A code with what official sources say: the loaded editions, or else the built-in facts. */
export const presentCode = (row: CodeRow, official?: Official): BillingCode => ({
  ...row,
  facts: [...checkFacts(row.codeType, row.code, row, official)],
  replacedBy: factsOf(row.codeType, row.code).replacedBy ?? null,
  updatedAt: row.updatedAt.toISOString(),
});
