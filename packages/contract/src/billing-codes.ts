import {
  CODE_TYPES,
  codeProblem,
  isCatalogCode,
  MAX_CODE_CATEGORY_LENGTH,
  MAX_CODE_DESCRIPTION_LENGTH,
  MAX_CODE_LENGTH,
} from '@portal/domain/billing-code';
import { MAX_UNIT_LENGTH, unitSizeProblem, validDayProblem } from '@portal/domain/billing-code-traits';
import { BILATERAL_INDICATORS, LINE_TYPES } from '@portal/domain/billing-line';
import { cleanSingleLine, hasControlCharacters, plainLine } from '@portal/domain/text';
import { z } from 'zod';
import { roles, signedIn } from './core/endpoint.ts';
import { optionalText, printed, requiredText, version } from './core/fields.ts';
import { csvFile } from './core/file.ts';
import { bodyPage, bodyPageSizeOf, bodySearch, listTotals, pageSizeOf } from './core/list.ts';
import { flagField, maybeTextField, ownField, record, textField } from './core/record.ts';
import { acts, changes, creates, reads, removes, toggles } from './core/verbs.ts';

/** Rows per page of the screen. */
export const BILLING_PAGE_SIZE = 25;
export const BILLING_PAGE_SIZES = [10, 25, 50, 100] as const;
/** Maximum number of rows in one response. */
export const MAX_BILLING_PAGE_SIZE = 500;
/** Maximum number of rows per import call. Bodies are limited to 256 kB, so longer files take several calls. */
export const MAX_IMPORT_ROWS = 2000;

export const codeType = z.enum(CODE_TYPES, { error: 'Code type must be CPT or ICD10' });

/** The type of claim line; diagnoses are `other`. */
const lineType = z.enum(LINE_TYPES, { error: 'Unknown line type' });
/** The CMS bilateral surgery indicator; null if it is not known. */
const bilateralIndicator = z
  .literal(BILATERAL_INDICATORS, { error: 'Bilateral indicator must be 0, 1, 2, 3, 9 or unknown' })
  .nullable();
/** The first or last day of a code, YYYY-MM-DD; null or blank without a limit. */
const validDay = (name: string) =>
  z
    .string({ error: `${name} must be a date` })
    .trim()
    .check(({ value, issues }) => {
      const message = value === '' ? null : validDayProblem(value);
      if (message !== null) issues.push({ code: 'custom', input: value, message });
    })
    .nullable()
    .transform((day) => (day === '' ? null : day));

/** What billing needs to know about a code (`CodeTraits`). */
export const codeTraits = {
  lineType,
  bilateralIndicator,
  unitSize: z.number().nullable(),
  unit: z.string().nullable(),
  isBillable: z.boolean(),
  /** The first and the last day on which the code is valid, YYYY-MM-DD; null without a limit. */
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
};

/** Whether a value is what an official source says (`FactCheck`). */
const factCheck = z.object({
  fact: z.enum(['bilateralIndicator', 'unitSize', 'validity']),
  status: z.enum(['checked', 'differs', 'unchecked']),
  /** `lookedUp`: of built-in facts, which are not checked against a current file; null for a loaded edition. */
  source: z.object({ name: z.string(), lookedUp: z.string().nullable() }).nullable(),
  official: z.string().nullable(),
});

/** May be typed on several lines; stored as one line. */
const description = printed(
  z
    .string({ error: 'Description is required' })
    .overwrite(cleanSingleLine)
    .min(1, { error: 'Description is required', abort: true })
    .max(
      MAX_CODE_DESCRIPTION_LENGTH,
      `Description can have at most ${MAX_CODE_DESCRIPTION_LENGTH} characters`,
    )
    .refine((text) => !hasControlCharacters(text), 'Description contains characters that are not allowed'),
);

const unitSize = z
  .number({ error: 'Unit size must be a number above 0' })
  .check(({ value, issues }) => {
    const message = unitSizeProblem(value);
    if (message !== null) issues.push({ code: 'custom', input: value, message });
  })
  .nullable();
/** Blank becomes null. */
const unit = z
  .string({ error: 'Unit must be text' })
  .trim()
  .max(MAX_UNIT_LENGTH, `Unit can have at most ${MAX_UNIT_LENGTH} characters`)
  .refine((text) => !hasControlCharacters(text), 'Unit contains characters that are not allowed')
  .nullable()
  .transform((text) => (text === '' ? null : text));

/** When absent, a new code gets the defaults of its code range and an existing code keeps its values. */
export const codeTraitChange = {
  lineType: lineType.optional(),
  bilateralIndicator: bilateralIndicator.optional(),
  unitSize: unitSize.optional(),
  unit: unit.optional(),
  isBillable: z.boolean({ error: 'Billable must be true or false' }).optional(),
  validFrom: validDay('Valid from').optional(),
  validTo: validDay('Valid to').optional(),
};

/** A code in the catalog. Type and code cannot be changed later. */
export const billingCodeRecord = record({
  codeType: ownField('Code type', codeType, codeType),
  code: textField(
    'Code',
    requiredText('Code', MAX_CODE_LENGTH).refine(
      isCatalogCode,
      'Code can have letters, digits, dots and hyphens only',
    ),
  ),
  description: textField('Description', description),
  category: maybeTextField('Category', optionalText('Category', MAX_CODE_CATEGORY_LENGTH)),
  isActive: flagField('Active', z.boolean({ error: 'Active must be true or false' }).default(true), true),
  lineType: ownField('Line type', codeTraitChange.lineType, codeTraits.lineType),
  bilateralIndicator: ownField(
    'Bilateral indicator',
    codeTraitChange.bilateralIndicator,
    codeTraits.bilateralIndicator,
  ),
  unitSize: ownField('Unit size', codeTraitChange.unitSize, codeTraits.unitSize),
  unit: ownField('Unit', codeTraitChange.unit, codeTraits.unit),
  isBillable: ownField('Billable', codeTraitChange.isBillable, codeTraits.isBillable),
  validFrom: ownField('Valid from', codeTraitChange.validFrom, codeTraits.validFrom),
  validTo: ownField('Valid to', codeTraitChange.validTo, codeTraits.validTo),
});
/** A code with what official sources say. */
export const billingCode = billingCodeRecord.row.extend({
  /** The values that official sources can confirm; none for a diagnosis. */
  facts: z.array(factCheck),
  /** The code to use after the last day, or null. */
  replacedBy: z.string().nullable(),
  updatedAt: z.string(),
});
export type BillingCode = z.output<typeof billingCode>;

/** The fields of a new code, before `checkNewCode`. */
export const newBillingCode = billingCodeRecord.body;
/** Refuses a code that a spreadsheet or a modifier changed. */
export function checkNewCode({
  value,
  issues,
}: z.core.ParsePayload<Pick<z.output<typeof newBillingCode>, 'codeType' | 'code'>>): void {
  const message = codeProblem(value.codeType, value.code);
  if (message !== null) issues.push({ code: 'custom', input: value.code, path: ['code'], message });
}
export const billingCodeBody = newBillingCode.check(checkNewCode);
export const billingCodeChange = billingCodeRecord.change.omit({ codeType: true, code: true });

/** Filters for codes; null or absent means no filter. */
const filters = {
  codeType: codeType.nullish().transform((type) => type ?? null),
  searchTerm: bodySearch,
  isActive: z
    .boolean({ error: 'Active must be true or false' })
    .nullish()
    .transform((flag) => flag ?? null),
  isBillable: z
    .boolean({ error: 'Billable must be true or false' })
    .nullish()
    .transform((flag) => flag ?? null),
};
const page = z.object({ items: z.array(billingCode), ...listTotals });

const cellText = z.string().overwrite(plainLine);
const cell = cellText.max(1000).nullish();
/**
 * An unvalidated row to import, so that errors can be reported row by row. Traits are text as in the file. Missing and blank values
 * leave the existing ones unchanged; new codes get the defaults. `hasLongerCodes`: the file has longer codes in another call.
 */
export const importRow = z.strictObject({
  codeType: cellText.max(50),
  code: cellText.max(200),
  description: cellText.max(5000),
  category: cell,
  isActive: z.boolean().optional(),
  lineType: cell,
  bilateralIndicator: cell,
  unitSize: cell,
  unit: cell,
  isBillable: z.boolean().optional(),
  validFrom: cell,
  validTo: cell,
  hasLongerCodes: z.boolean().optional(),
});
export type ImportRow = z.input<typeof importRow>;

export const importOutcome = z.object({
  /** Position in the list, from 0. */
  index: z.int(),
  outcome: z.enum(['insert', 'update', 'unchanged', 'error']),
  code: z.string(),
  /** Why the row was skipped. */
  message: z.string().nullable(),
  /** The row adds a heading, or makes an existing code one. */
  isHeading: z.boolean(),
  /** What changes in an existing code, as shown to users. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** What the code needs although the row is imported, or null. */
  warning: z.string().nullable(),
});
export type ImportOutcome = z.output<typeof importOutcome>;

const tag = 'Billing codes';
const admin = { tag, guard: roles('Admin'), healthData: false } as const;
const lookup = { tag, guard: signedIn, healthData: false, audit: null } as const;
/** Existing diagnoses that became headings, because their first longer code was added. */
const newHeadings = z.array(z.string());
const toggled = z.object({ message: z.string(), billingCode });
const importBody = z
  .array(importRow)
  .min(1, 'No valid billing codes found in the CSV data')
  .max(MAX_IMPORT_ROWS, `At most ${MAX_IMPORT_ROWS} codes at once`);
const importResult = z.object({
  message: z.string(),
  inserted: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  rows: z.array(importOutcome),
  newHeadings,
});
export type ImportResult = z.output<typeof importResult>;

export const billingCodeList = reads('/admin/billing-code', admin, {
  summary: 'List the first codes of a type, sorted by code (at most 500)',
  query: z.strictObject({
    codeType: codeType.optional(),
    pageSize: pageSizeOf(MAX_BILLING_PAGE_SIZE, MAX_BILLING_PAGE_SIZE),
  }),
  response: page,
  audit: null,
});
export const billingCodeSearch = acts('/billing-code/search', lookup, {
  summary: 'Search codes by code or description; codes that start with the first word come first',
  body: z.strictObject({
    ...filters,
    pageNumber: bodyPage,
    pageSize: bodyPageSizeOf(BILLING_PAGE_SIZE, MAX_BILLING_PAGE_SIZE),
  }),
  response: page,
  allowedForKeys: true,
});
export const billingCodeDescriptions = acts('/billing-code/:type/descriptions', lookup, {
  summary: 'Get the descriptions of codes of a type, keyed by code; unknown codes are omitted',
  params: z.strictObject({ type: codeType }),
  body: z.array(z.string().max(20)).max(MAX_BILLING_PAGE_SIZE, 'At most 500 codes at once'),
  response: z.record(z.string(), z.string()),
  allowedForKeys: true,
});
export const billingCodeCreate = creates('/admin/billing-code', admin, {
  summary: 'Add a code; an existing diagnosis that it subdivides becomes a heading',
  body: billingCodeBody,
  response: billingCode.extend({ newHeadings }),
  errors: ['CONFLICT'],
});
export const billingCodeUpdate = changes('/admin/billing-code/:id', admin, {
  summary: 'Update a code’s description, category, status and billing traits',
  body: billingCodeChange,
  response: billingCode,
  errors: ['STALE'],
});
export const billingCodeDelete = removes('/admin/billing-code/:id', admin, {
  summary: 'Delete a code that is not in use',
  response: z.object({ message: z.string() }),
  errors: ['IN_USE'],
});
export const billingCodeToggle = toggles('/admin/billing-code/:id/toggle-status', admin, {
  summary: 'Activate or deactivate a code',
  body: z.strictObject({ version }).nullish(),
  response: toggled,
  errors: ['STALE'],
});
export const billingCodeImportPreview = acts('/admin/billing-code/import/preview', admin, {
  summary: 'Preview an import row by row without changing anything',
  body: importBody,
  response: importResult,
  audit: null,
});
export const billingCodeImport = acts('/admin/billing-code/import', admin, {
  summary: 'Insert and update codes by type and code; rows with errors are skipped',
  body: importBody,
  response: importResult,
  audit: 'Updated',
});
export const billingCodeExport = acts('/admin/billing-code/export', admin, {
  summary: 'Export the filtered codes as CSV (billing-codes-{date}.csv)',
  body: z.strictObject(filters),
  ...csvFile,
  audit: 'Exported',
});
