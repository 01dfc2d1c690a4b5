import { deathMark, type MaybeDeceased } from '@portal/domain/death';
import type { Priority } from '@portal/domain/priority';
import type { ChipColor } from './theme/palette.ts';

interface StatusChipProps {
  readonly label: string;
  /** Neutral by default. The label must have the same meaning as the color. */
  readonly color?: ChipColor | 'default';
}

/** A status as a colored label. Plain elements with classes of list.css, because a list has dozens of them. */
export function StatusChip({ label, color = 'default' }: StatusChipProps) {
  return <PlainChip label={label} look={`list-chip-${color}`} />;
}

/** Active or Inactive, for users, patients and offices. */
export function ActiveChip({ active }: { readonly active: boolean }) {
  return <StatusChip label={active ? 'Active' : 'Inactive'} color={active ? 'success' : 'default'} />;
}

/** The mark of a deceased patient, with the date if it is known; nothing for anyone else. */
export function DeceasedChip({ patient }: { readonly patient: MaybeDeceased }) {
  const label = deathMark(patient);
  return label === '' ? null : <PlainChip label={label} look="list-chip-deceased" />;
}

/** A priority. Its outline and arrows differ from a status without any color. Normal and Low are plain text. */
export const PriorityMark = ({ priority }: { readonly priority: Priority }) =>
  priority === 'Urgent' || priority === 'High' ? (
    <PlainChip label={priority} look={`list-priority list-priority-${priority}`} />
  ) : (
    priority
  );

const PlainChip = ({ label, look }: { readonly label: string; readonly look: string }) => (
  <span className={`list-chip ${look}`}>
    <span className="list-chip-label">{label}</span>
  </span>
);
