import { daysBetween } from './calendar.ts';

/** Compliance statuses, from best to worst. */
export const COMPLIANCE_STATUSES = [
  'Appropriate',
  'Minor Variance',
  'Moderate Variance',
  'Significant Variance',
] as const;
export type ComplianceStatus = (typeof COMPLIANCE_STATUSES)[number];

/** Range and explanation of each status, for the status guide. */
export const COMPLIANCE_GUIDE: Readonly<
  Record<ComplianceStatus, { readonly range: string; readonly message: string }>
> = {
  Appropriate: {
    range: 'At most 1 day',
    message: 'The count matches the prescription.',
  },
  'Minor Variance': {
    range: 'More than 1 day, less than 2',
    message: 'The count differs slightly from the prescription. Ask the patient about missed or extra doses.',
  },
  'Moderate Variance': {
    range: '2 to 3 days',
    message: 'The count differs from the prescription. Review medication use with the patient.',
  },
  'Significant Variance': {
    range: 'More than 3 days',
    message: 'The count differs significantly from the prescription. Follow up before prescribing again.',
  },
};

/** Theme palette colors of the statuses. */
export const COMPLIANCE_COLORS: Readonly<Record<ComplianceStatus, 'success' | 'info' | 'warning' | 'error'>> =
  {
    Appropriate: 'success',
    'Minor Variance': 'info',
    'Moderate Variance': 'warning',
    'Significant Variance': 'error',
  };

/** Larger than any real prescription; higher numbers are typing errors. */
export const MAX_PILLS = 10_000;
export const MAX_PILLS_PER_DAY = 100;

/** A prescription and what was counted. */
export interface PillCount {
  /** YYYY-MM-DD. */
  readonly prescriptionDate: string;
  /** Whole number, at least 1. */
  readonly pillsGiven: number;
  /** Pills left from an earlier fill when this one started. Whole number, at least 0. */
  readonly pillsCarriedOver: number;
  /** A multiple of 0.1, at least 0.1. */
  readonly pillsPerDay: number;
  /** Whole number, at least 0. */
  readonly pillsRemaining: number;
}

/** The calculated figures. Pills are exact to a tenth; the variance is in days, unrounded. */
export interface PillCountFigures {
  readonly complianceStatus: ComplianceStatus;
  readonly complianceMessage: string;
  readonly daysSincePrescription: number;
  readonly expectedPillsUsed: number;
  readonly expectedPillsRemaining: number;
  readonly pillsCarriedOver: number;
  readonly pillsRemaining: number;
  readonly variance: number;
  readonly overUnderText: string;
  /** Pills per day; null on day 0 and when `isCarryOver`, because unrecorded pills hide how many were taken. */
  readonly averageDailyUse: number | null;
  /** True if more pills remain than were given and carried over, so some from an earlier fill were not recorded. */
  readonly isCarryOver: boolean;
}

/** Whether a number of pills per day is a positive multiple of 0.1. */
export function isPillsPerDay(value: number): boolean {
  const tenths = value * 10;
  return Math.round(tenths) >= 1 && Math.abs(tenths - Math.round(tenths)) < 1e-6;
}

/**
 * Compares a count with the prescription on `today` (YYYY-MM-DD in the practice's time zone). Calculates in whole tenths
 * of pills so that floating-point errors cannot move a count across a threshold. Throws RangeError for input that the
 * form would reject.
 */
export function calculatePillCount(input: PillCount, today: string): PillCountFigures {
  const { pillsGiven, pillsCarriedOver, pillsPerDay, pillsRemaining } = input;
  const daysSincePrescription = daysBetween(input.prescriptionDate, today);
  if (daysSincePrescription < 0 || !isPillsPerDay(pillsPerDay)) throw new RangeError('Invalid pill count');
  const perDay = Math.round(pillsPerDay * 10);
  const pillsAvailable = pillsGiven + pillsCarriedOver;
  const available = pillsAvailable * 10;
  const remaining = pillsRemaining * 10;
  const used = Math.min(available, perDay * daysSincePrescription);
  const difference = remaining - (available - used);
  const complianceStatus = statusOf(Math.abs(difference), perDay);
  const isCarryOver = pillsRemaining > pillsAvailable;
  return {
    complianceStatus,
    complianceMessage: COMPLIANCE_GUIDE[complianceStatus].message,
    daysSincePrescription,
    expectedPillsUsed: used / 10,
    expectedPillsRemaining: (available - used) / 10,
    pillsCarriedOver,
    pillsRemaining,
    variance: Math.abs(difference) / perDay,
    overUnderText: overUnderText(difference, input),
    averageDailyUse:
      daysSincePrescription === 0 || isCarryOver
        ? null
        : (pillsAvailable - pillsRemaining) / daysSincePrescription,
    isCarryOver,
  };
}

/** Both arguments are tenths of pills. Compares v ≤ 1, 1 < v < 2, 2 ≤ v ≤ 3 and v > 3 without dividing. */
function statusOf(difference: number, perDay: number): ComplianceStatus {
  if (difference <= perDay) return 'Appropriate';
  if (difference < 2 * perDay) return 'Minor Variance';
  if (difference <= 3 * perDay) return 'Moderate Variance';
  return 'Significant Variance';
}

function overUnderText(difference: number, input: PillCount): string {
  if (difference === 0) return 'Pills remaining match the expected count';
  const count = Math.abs(difference) / 10;
  const pills = `${count} ${count === 1 ? 'pill' : 'pills'}`;
  if (difference < 0) return `${pills} under: fewer remain than expected`;
  const text = `${pills} over: more remain than expected`;
  const { pillsGiven, pillsCarriedOver, pillsRemaining } = input;
  if (pillsRemaining <= pillsGiven + pillsCarriedOver) return text;
  return pillsCarriedOver === 0
    ? `${text}, some carried over from an earlier prescription`
    : `${text}, and more than were given and carried over`;
}

/** Formats a number of days or pills with at most two decimals. */
export function formatPillNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
