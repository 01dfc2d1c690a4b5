import { DICTATION_STATUSES, type DictationStatus } from '@portal/domain/dictation';
import type { ChipColor } from '#ui/palette.ts';

export const STATUS_COLORS: Readonly<Record<DictationStatus, ChipColor | 'default'>> = {
  Draft: 'default',
  Saved: 'warning',
  Completed: 'info',
  Signed: 'success',
};

export const STATUS_OPTIONS = DICTATION_STATUSES.map((value) => ({ value, label: value }));

/** "1 dictation", "3 dictations". */
export const dictationCountText = (count: number): string =>
  count === 1 ? '1 dictation' : `${count.toLocaleString('en-US')} dictations`;

/** Display name of a dictation for screen readers and dialogs: patient and template. */
export const dictationName = ({
  patientName,
  templateName,
}: {
  readonly patientName: string;
  readonly templateName: string;
}): string => `${patientName} – ${templateName}`;

/** Error message for a date range from the URL, or undefined when it is valid. */
export function rangeProblem(
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
  isDate: (text: string) => boolean,
): string | undefined {
  if (![startDate, endDate].every((date) => date === '' || isDate(date))) return 'Enter a date as MM/DD/YYYY';
  return startDate !== '' && endDate !== '' && endDate < startDate ? 'Before the start date' : undefined;
}

/** Shown when a dictation does not exist. */
export const MISSING_DICTATION = {
  text: 'This dictation does not exist.',
  to: '/dictations',
  linkLabel: 'Go to dictations',
} as const;
