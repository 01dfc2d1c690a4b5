import { z } from 'zod';
import { codeTraitChange } from './billing-codes.ts';
import { bulkPreview, bulkRecordsUpTo, bulkResult } from './core/bulk.ts';
import { roles } from './core/endpoint.ts';
import { acts } from './core/verbs.ts';

/** The most codes of one bulk change, as many as one page of the catalog can have. */
export const MAX_BULK_CODES = 500;

/** What to change in all of the codes. Absent values stay. Unit size and unit change together; both null removes them. */
const changes = {
  ...codeTraitChange,
  isActive: z.boolean({ error: 'Active must be true or false' }).optional(),
};

type Changes = { readonly [name in keyof typeof changes]?: z.output<(typeof changes)[name]> };

/** The changes other than unit size and unit. */
const CHANGED_ALONE = [
  'lineType',
  'bilateralIndicator',
  'isBillable',
  'isActive',
  'validFrom',
  'validTo',
] as const;

/** Adds the errors of the changes as a whole. */
function checkChanges({ value, issues }: z.core.ParsePayload<Changes>): void {
  const refuse = (path: string, message: string) =>
    issues.push({ code: 'custom', input: value, path: [path], message });
  const { unitSize, unit, ...others } = value;
  if ((unitSize === undefined) !== (unit === undefined) || (unitSize === null) !== (unit === null)) {
    if (unit === undefined || unit === null)
      refuse('unit', 'Enter the unit of the unit size, for example mg');
    else refuse('unitSize', 'Enter a unit size for the unit');
  } else if (unit === undefined && CHANGED_ALONE.every((name) => others[name] === undefined)) {
    refuse('lineType', 'Choose what to change');
  }
}

export const billingCodeChanges = z.strictObject(changes).check(checkChanges);
export type BillingCodeChanges = z.output<typeof billingCodeChanges>;

const body = z.strictObject({ ...changes, records: bulkRecordsUpTo(MAX_BULK_CODES) }).check(checkChanges);
export type BillingCodeBulk = z.output<typeof body>;

const bulk = {
  tag: 'Billing codes',
  guard: roles('Admin'),
  healthData: false,
  body,
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
} as const;
export const billingCodeBulk = acts('/admin/billing-code/bulk', bulk, {
  summary: 'Change billing traits and status of several codes, all or none',
  response: bulkResult,
  audit: 'Updated',
});
export const billingCodeBulkPreview = acts('/admin/billing-code/bulk/preview', bulk, {
  summary: 'Preview a bulk change of codes',
  response: bulkPreview,
  audit: 'Accessed',
});
