import { billingCodeChanges } from '@portal/contract/billing-code-bulk';
import { MAX_UNIT_LENGTH } from '@portal/domain/billing-code-traits';
import { BILATERAL_INDICATORS, LINE_TYPES } from '@portal/domain/billing-line';
import { parseTypedNumber } from '@portal/domain/typed-number';
import { z } from 'zod';
import { INDICATOR_OPTIONS, LINE_TYPE_OPTIONS, UNKNOWN } from './code-form.ts';

/** Option of a select that leaves the value as it is. */
const KEEP = { value: 'keep', label: 'Keep' };

export const LINE_TYPE_CHANGES = [KEEP, ...LINE_TYPE_OPTIONS];
export const INDICATOR_CHANGES = [KEEP, ...INDICATOR_OPTIONS];
/** For values that are set together, in fields of their own. */
export const SET_CHANGES = [
  KEEP,
  { value: 'set', label: 'Set for all' },
  { value: 'remove', label: 'Remove' },
];
export const BILLABLE_CHANGES = [
  KEEP,
  { value: 'yes', label: 'Billable' },
  { value: 'no', label: 'Heading, not billable' },
];
export const ACTIVE_CHANGES = [KEEP, { value: 'yes', label: 'Active' }, { value: 'no', label: 'Inactive' }];

const flag = z.enum(['keep', 'yes', 'no']);
const flagOf = (value: z.output<typeof flag>) => (value === 'keep' ? undefined : value === 'yes');
const indicators = [UNKNOWN, ...BILATERAL_INDICATORS.map(String)];

/** The form of a bulk change. Every select starts with Keep. */
export const bulkForm = z
  .strictObject({
    lineType: z.enum(['keep', ...LINE_TYPES]),
    bilateralIndicator: z.enum(['keep', ...indicators]),
    units: z.enum(['keep', 'set', 'remove']),
    unitSize: z.string(),
    dates: z.enum(['keep', 'set', 'remove']),
    validFrom: z.string(),
    validTo: z.string(),
    unit: z.string().max(MAX_UNIT_LENGTH, `Unit can have at most ${MAX_UNIT_LENGTH} characters`),
    isBillable: flag,
    isActive: flag,
  })
  .transform((input): z.input<typeof billingCodeChanges> => ({
    lineType: input.lineType === 'keep' ? undefined : input.lineType,
    bilateralIndicator:
      input.bilateralIndicator === UNKNOWN
        ? null
        : BILATERAL_INDICATORS.find((one) => String(one) === input.bilateralIndicator),
    // A size that is blank or no number fails with the message of the field.
    ...(input.units === 'set' && {
      unitSize: parseTypedNumber(input.unitSize) ?? 0,
      unit: input.unit,
    }),
    ...(input.units === 'remove' && { unitSize: null, unit: null }),
    ...(input.dates === 'set' && {
      validFrom: input.validFrom || undefined,
      validTo: input.validTo || undefined,
    }),
    ...(input.dates === 'remove' && { validFrom: null, validTo: null }),
    isBillable: flagOf(input.isBillable),
    isActive: flagOf(input.isActive),
  }))
  .pipe(billingCodeChanges);

export const KEEP_ALL: z.input<typeof bulkForm> = {
  lineType: 'keep',
  bilateralIndicator: 'keep',
  units: 'keep',
  unitSize: '',
  unit: '',
  dates: 'keep',
  validFrom: '',
  validTo: '',
  isBillable: 'keep',
  isActive: 'keep',
};
