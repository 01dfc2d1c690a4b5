import { DICTATION_STATUSES, type DictationStatus } from '@portal/domain/dictation';
import { CO_SIGNATURE_LABELS, CO_SIGNATURE_STATES } from '@portal/domain/dictation/co-signature';
import type { ChipColor } from '#ui/theme/palette.ts';

export const STATUS_COLORS: Readonly<Record<DictationStatus, ChipColor | 'default'>> = {
  Draft: 'default',
  Saved: 'warning',
  Completed: 'info',
  Signed: 'success',
};

export const STATUS_OPTIONS = DICTATION_STATUSES.map((value) => ({ value, label: value }));

/** The states of a co-signature, and what awaits the user's own. */
export const CO_SIGNATURE_FILTERS = ['Mine', ...CO_SIGNATURE_STATES] as const;
export const CO_SIGNATURE_OPTIONS = CO_SIGNATURE_FILTERS.map((value) => ({
  value,
  label: value === 'Mine' ? 'Awaits my co-signature' : CO_SIGNATURE_LABELS[value],
}));

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

/** Shown when a dictation does not exist. */
export const MISSING_DICTATION = {
  text: 'This dictation does not exist.',
  to: '/dictations',
  linkLabel: 'Go to dictations',
} as const;
