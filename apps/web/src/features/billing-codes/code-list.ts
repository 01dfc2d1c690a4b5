import { BILLING_PAGE_SIZE, BILLING_PAGE_SIZES } from '@portal/contract/billing-codes';
import type { CodeType } from '@portal/domain/billing-code';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import type { ListOptions } from '#ui/list-url.ts';

/** Where the list starts and what its address may hold. */
export const CODE_LIST: ListOptions<never, typeof INACTIVE_FILTER> = {
  sortKeys: [],
  filters: INACTIVE_FILTER,
  pageSizes: BILLING_PAGE_SIZES,
  defaultPageSize: BILLING_PAGE_SIZE,
};

/** Which codes the list shows; null: all. */
export interface CodeFilters {
  readonly codeType: CodeType | null;
  readonly searchTerm: string;
  readonly isActive: boolean | null;
}

/** The tabs in their order, with the word of each in the address. */
export const CODE_TABS = [
  { id: 'all', label: 'All', codeType: null },
  { id: 'cpt', label: 'CPT', codeType: 'CPT' },
  { id: 'icd10', label: 'ICD-10', codeType: 'ICD10' },
] as const satisfies readonly { id: string; label: string; codeType: CodeType | null }[];
