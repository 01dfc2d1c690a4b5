import { BILLING_PAGE_SIZE, BILLING_PAGE_SIZES } from '@portal/contract/billing-codes';
import type { CodeType } from '@portal/domain/billing-code';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import type { ListOptions } from '#ui/list-url.ts';

/** List options: default page size and allowed URL parameters. */
export const CODE_LIST: ListOptions<never, typeof INACTIVE_FILTER> = {
  sortKeys: [],
  filters: INACTIVE_FILTER,
  pageSizes: BILLING_PAGE_SIZES,
  defaultPageSize: BILLING_PAGE_SIZE,
};

/** The filters of the list; null means no filter. */
export interface CodeFilters {
  readonly codeType: CodeType | null;
  readonly searchTerm: string;
  readonly isActive: boolean | null;
}

/** The tabs in order; `id` is the URL parameter. */
export const CODE_TABS = [
  { id: 'all', label: 'All', codeType: null },
  { id: 'cpt', label: 'CPT', codeType: 'CPT' },
  { id: 'icd10', label: 'ICD-10', codeType: 'ICD10' },
] as const satisfies readonly { id: string; label: string; codeType: CodeType | null }[];
