import { addDays, daysBetween } from './calendar.ts';
import type { DictationStatus } from './dictation.ts';
import { unitsText } from './dictation/line-details.ts';
import { splitModifiers } from './template/billing.ts';
import type { OrderType } from './order.ts';

/** The work lists of the charges page. A note can be in several of them. */
export const CHARGE_STATUSES = [
  'open',
  'entered',
  'changed',
  'unsigned',
  'noCodes',
  'duplicate',
  'noShow',
  'coSignature',
] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

/** Names of the work lists on screen. */
export const CHARGE_STATUS_LABELS: Readonly<Record<ChargeStatus, string>> = {
  open: 'Ready to enter',
  entered: 'Entered',
  changed: 'Changed',
  unsigned: 'Not signed',
  noCodes: 'No codes',
  duplicate: 'Duplicates',
  noShow: 'No-shows',
  coSignature: 'Not co-signed',
};

/** Whether a note was entered in billing, and whether an addendum came later. */
export const ENTRY_STATES = ['open', 'entered', 'changed'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** A note that is not signed this many days after its procedure is listed. */
export const UNSIGNED_DAYS = 2;
/** Maximum number of days of a list, counting the first and the last one. */
export const MAX_CHARGE_DAYS = 366;
/** Number of days of a list without a start date. */
export const DEFAULT_CHARGE_DAYS = 7;
/** A completed order should have a note within this many days. */
export const ORDER_NOTE_DAYS = 7;

/** The last procedure date (YYYY-MM-DD) whose unsigned notes are listed on `today`. */
export const lastUnsignedDate = (today: string): string => addDays(today, -UNSIGNED_DAYS);

/** The range of a list; a missing end is today, or follows from the start. Null if it ends before it starts. */
export function chargeRange(
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  today: string,
): { readonly startDate: string; readonly endDate: string } | null {
  const end = endDate ?? (startDate !== undefined && startDate > today ? startDate : today);
  const start = startDate ?? addDays(end, 1 - DEFAULT_CHARGE_DAYS);
  return end < start ? null : { startDate: start, endDate: end };
}

/** Whether a range has more days than a list can show. */
export const isTooLong = ({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }) =>
  daysBetween(startDate, endDate) >= MAX_CHARGE_DAYS;

/** The columns of the CSV file, in the default order. */
export const CHARGE_CSV_COLUMNS = [
  'dateOfService',
  'mrn',
  'patientLastName',
  'patientFirstName',
  'birthDate',
  'provider',
  'location',
  'code',
  'description',
  'modifier1',
  'modifier2',
  'modifier3',
  'modifier4',
  'units',
  'diagnosis1',
  'diagnosis2',
  'diagnosis3',
  'diagnosis4',
  'pointers',
  'allDiagnoses',
  'noteStatus',
  'coSignature',
  'billingOption',
  'template',
  'batch',
  'enteredAt',
  'noteId',
  'line',
] as const;
export type ChargeCsvColumn = (typeof CHARGE_CSV_COLUMNS)[number];

/** Headings of the CSV file. */
export const CHARGE_CSV_HEADINGS: Readonly<Record<ChargeCsvColumn, string>> = {
  dateOfService: 'Date of Service',
  mrn: 'MRN',
  patientLastName: 'Patient Last Name',
  patientFirstName: 'Patient First Name',
  birthDate: 'Date of Birth',
  provider: 'Provider',
  location: 'Location',
  code: 'Code',
  description: 'Description',
  modifier1: 'Modifier 1',
  modifier2: 'Modifier 2',
  modifier3: 'Modifier 3',
  modifier4: 'Modifier 4',
  units: 'Units',
  diagnosis1: 'Diagnosis 1',
  diagnosis2: 'Diagnosis 2',
  diagnosis3: 'Diagnosis 3',
  diagnosis4: 'Diagnosis 4',
  pointers: 'Pointers',
  allDiagnoses: 'All Diagnoses',
  noteStatus: 'Note Status',
  coSignature: 'Co-Signature',
  billingOption: 'Billing Option',
  template: 'Template',
  batch: 'Batch',
  enteredAt: 'Entered',
  noteId: 'Note ID',
  line: 'Line',
};

/** The columns of a practice that has not chosen its own. */
export const DEFAULT_CSV_COLUMNS: readonly ChargeCsvColumn[] = CHARGE_CSV_COLUMNS.filter(
  (column) => !['coSignature', 'template', 'batch', 'enteredAt', 'line'].includes(column),
);

/** A line as it is billed: "64483-LT-59 × 2". One unit is not mentioned. */
export function lineText({
  code,
  modifiers,
  units,
}: {
  readonly code: string;
  readonly modifiers: string;
  readonly units: number | null;
}): string {
  const named = [code, ...splitModifiers(modifiers)].join('-');
  return units === 1 ? named : `${named} × ${unitsText(units)}`;
}

/** Whether a note is billed: only a signed one, because the lines of the others can still change. */
export const isBilled = ({ status }: { readonly status: DictationStatus }): boolean => status === 'Signed';

/** The lines and units of one code. */
export interface CodeTotal {
  readonly code: string;
  readonly description: string;
  readonly lines: number;
  readonly units: number;
}

interface CountedLine {
  readonly code: string;
  readonly codeType: string;
  readonly description: string;
  readonly units: number | null;
}

/** Totals per procedure code, by code. Diagnoses and unknown units are not counted. */
export function totalsOf(lines: Iterable<CountedLine>): CodeTotal[] {
  const totals = new Map<string, CodeTotal>();
  for (const { code, codeType, description, units } of lines) {
    if (codeType === 'ICD10') continue;
    const total = totals.get(code) ?? { code, description, lines: 0, units: 0 };
    totals.set(code, { ...total, lines: total.lines + 1, units: total.units + (units ?? 0) });
  }
  return [...totals.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** Parts of the names of templates, in lower case, for orders of each type. */
const ORDER_WORDS: Readonly<Record<OrderType, readonly string[]>> = {
  MRI: ['mri', 'magnetic resonance'],
  XRay: ['x-ray', 'xray', 'x ray', 'radiograph'],
  CTScan: ['ct scan', 'computed tomography'],
  Ultrasound: ['ultrasound', 'sonogram'],
  ReferralPT: ['physical therapy'],
  ReferralNeurosurgery: ['neurosurgery', 'neurosurgical'],
  ReferralOther: ['referral', 'consult'],
  LabWork: ['lab work', 'laboratory', 'drug screen'],
  Other: [],
};

/**
 * Whether notes of a template belong to orders of a type: its name, procedure type or category has a word of the type. A practice
 * without such a template accepts any note of the patient.
 */
export function isTemplateForOrder(
  type: OrderType,
  template: { readonly name: string; readonly procedureType: string; readonly category: string | null },
): boolean {
  const text = [template.name, template.procedureType, template.category ?? ''].join(' ').toLowerCase();
  return ORDER_WORDS[type].some((word) => text.includes(word));
}
