import { FUTURE_PRESCRIPTION, pillCountFields } from '@portal/contract/pill-counts';
import { calculatePillCount, formatPillNumber } from '@portal/domain/pill-count';
import { z } from 'zod';
import { typedNumber } from '#ui/form/typed-number.ts';

/** Form schema: contract validation, plus no date after `today` (the practice's current date, YYYY-MM-DD). */
export const pillCountForm = (today: string) =>
  z.strictObject({
    ...pillCountFields,
    prescriptionDate: pillCountFields.prescriptionDate.refine((date) => date <= today, FUTURE_PRESCRIPTION),
    pillsGiven: typedNumber(pillCountFields.pillsGiven, Number.NaN),
    pillsCarriedOver: typedNumber(pillCountFields.pillsCarriedOver, 0),
    pillsPerDay: typedNumber(pillCountFields.pillsPerDay, Number.NaN),
    pillsRemaining: typedNumber(pillCountFields.pillsRemaining, Number.NaN),
    saveToHistory: z.boolean(),
  });
export type PillCountInput = z.input<ReturnType<typeof pillCountForm>>;
export type PillCountValues = z.output<ReturnType<typeof pillCountForm>>;

export const EMPTY_COUNT: PillCountInput = {
  prescriptionDate: '',
  pillsGiven: '',
  pillsCarriedOver: '',
  pillsPerDay: '',
  pillsRemaining: '',
  prescriptionName: '',
  notes: '',
  saveToHistory: false,
};

/** Fields that the result depends on; changing one clears it. */
export const FIGURE_FIELDS = [
  'prescriptionDate',
  'pillsGiven',
  'pillsCarriedOver',
  'pillsPerDay',
  'pillsRemaining',
] as const;

/** Helper text with the expected number of pills; undefined until the prescription is complete. */
export function expectedText(
  input: readonly [date: string, given: string, carriedOver: string, perDay: string],
  today: string,
): string | undefined {
  const schema = pillCountForm(today).pick({
    prescriptionDate: true,
    pillsGiven: true,
    pillsCarriedOver: true,
    pillsPerDay: true,
  });
  const [prescriptionDate, pillsGiven, pillsCarriedOver, pillsPerDay] = input;
  const parsed = schema.safeParse({ prescriptionDate, pillsGiven, pillsCarriedOver, pillsPerDay });
  if (!parsed.success) return undefined;
  const { daysSincePrescription: days, expectedPillsRemaining } = calculatePillCount(
    { ...parsed.data, pillsRemaining: 0 },
    today,
  );
  return `Expected today, after ${days} ${days === 1 ? 'day' : 'days'}: ${formatPillNumber(expectedPillsRemaining)}`;
}
