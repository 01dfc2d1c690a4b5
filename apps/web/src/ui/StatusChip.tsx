import { deathMark, type MaybeDeceased } from '@portal/domain/death';
import type { Priority } from '@portal/domain/priority';
import type { ReactNode } from 'react';
import type { ChipColor } from './theme/palette.ts';

interface StatusChipProps {
  readonly label: string;
  /** Neutral by default. The label must have the same meaning as the color. */
  readonly color?: ChipColor | 'default';
}

/** A status as a label with a color and a shape. Plain elements with classes of chips.css, because a list has dozens of them. */
export function StatusChip({ label, color = 'default' }: StatusChipProps) {
  return <PlainChip label={label} look={`list-state list-chip-${color}`} />;
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

interface PlainChipProps {
  readonly label: string;
  /** Classes of chips.css. */
  readonly look: string;
  readonly icon?: ReactNode;
}

export const PlainChip = ({ label, look, icon }: PlainChipProps) => (
  <span className={`list-chip ${look}`}>
    {icon}
    <span className="list-chip-label">{label}</span>
  </span>
);
