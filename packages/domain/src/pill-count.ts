import { daysBetween } from './calendar.ts';

/** What compliance can be, from good to bad. */
export const COMPLIANCE_STATUSES = [
  'Appropriate',
  'Minor Variance',
  'Moderate Variance',
  'Significant Variance',
] as const;
export type ComplianceStatus = (typeof COMPLIANCE_STATUSES)[number];

/** What a status means, for the status guide. */
export const COMPLIANCE_GUIDE: Readonly<
  Record<ComplianceStatus, { readonly range: string; readonly message: string }>
> = {
  Appropriate: {
    range: 'At most 1 day',
    message: 'The count agrees with the prescription.',
  },
  'Minor Variance': {
    range: 'More than 1 day, less than 2',
    message: 'The count differs slightly from the prescription. Ask the patient about missed or extra doses.',
  },
  'Moderate Variance': {
    range: '2 to 3 days',
    message: 'The count differs from the prescription. Review with the patient how the medication is taken.',
  },
  'Significant Variance': {
    range: 'More than 3 days',
    message: 'The count differs greatly from the prescription. Follow up before prescribing again.',
  },
};

/** Theme palette names, as Material UI spells them. */
export const COMPLIANCE_COLORS: Readonly<Record<ComplianceStatus, 'success' | 'info' | 'warning' | 'error'>> =
  {
    Appropriate: 'success',
    'Minor Variance': 'info',
    'Moderate Variance': 'warning',
    'Significant Variance': 'error',
  };

/** More than any prescription or bottle holds; larger numbers are typing errors. */
export const MAX_PILLS = 10_000;
export const MAX_PILLS_PER_DAY = 100;

/** What was prescribed and counted. */
export interface PillCount {
  /** YYYY-MM-DD. */
  readonly prescriptionDate: string;
  /** Whole, from 1. */
  readonly pillsGiven: number;
  /** Whole, from 0: pills of an earlier fill that were left when this one started. */
  readonly pillsCarriedOver: number;
  /** A multiple of 0.1, from 0.1. */
  readonly pillsPerDay: number;
  /** Whole, from 0. */
  readonly pillsRemaining: number;
}

/** The figures of the result card. Pills are exact to the tenth, the variance is days, unrounded. */
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
  /** Pills per day; null on day 0 and where unrecorded pills hide how many were taken. */
  readonly averageDailyUse: number | null;
  /** More remain than were given and carried over together: some of an earlier fill were not recorded. */
  readonly isCarryOver: boolean;
}

/** Whether a number of pills per day is a positive multiple of 0.1. */
export function isPillsPerDay(value: number): boolean {
  const tenths = value * 10;
  return value > 0 && Math.round(tenths) >= 1 && Math.abs(tenths - Math.round(tenths)) < 1e-6;
}

/**
 * Compares a count with what the prescription lets expect on `today`, the practice's day. Computed in whole tenths of pills, so that a count exactly on a threshold is not moved off it by binary fractions.
 * Throws RangeError for input the form would refuse.
 */
export function calculatePillCount(input: PillCount, today: string): PillCountFigures {
  const { pillsGiven, pillsCarriedOver, pillsPerDay, pillsRemaining } = input;
  const daysSincePrescription = daysBetween(input.prescriptionDate, today);
  if (daysSincePrescription < 0 || !isPillsPerDay(pillsPerDay))
    throw new RangeError('Not a pill count that can be judged');
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

/** Both in tenths of pills: v ≤ 1, 1 < v < 2, 2 ≤ v ≤ 3, v > 3 without dividing. */
function statusOf(difference: number, perDay: number): ComplianceStatus {
  if (difference <= perDay) return 'Appropriate';
  if (difference < 2 * perDay) return 'Minor Variance';
  if (difference <= 3 * perDay) return 'Moderate Variance';
  return 'Significant Variance';
}

function overUnderText(difference: number, input: PillCount): string {
  if (difference === 0) return 'As many pills remain as expected';
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

/** A number of days or pills as the screens show it: at most two decimals. */
export function pillNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
