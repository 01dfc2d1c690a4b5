import Chip from '@mui/material/Chip';
import { deathMark, type MaybeDeceased } from '@portal/domain/death';
import type { ChipColor } from './palette.ts';

interface StatusChipProps {
  readonly label: string;
  /** Neutral by default. The label must have the same meaning as the color. */
  readonly color?: ChipColor | 'default';
}

/** A status as a colored label. */
export function StatusChip({ label, color = 'default' }: StatusChipProps) {
  return <Chip label={label} color={color} />;
}

/** Active or Inactive, for users, patients and offices. */
export function ActiveChip({ active }: { readonly active: boolean }) {
  return <StatusChip label={active ? 'Active' : 'Inactive'} color={active ? 'success' : 'default'} />;
}

/** The mark of a deceased patient, with the date if it is known; nothing for anyone else. */
export function DeceasedChip({ patient }: { readonly patient: MaybeDeceased }) {
  const label = deathMark(patient);
  if (label === '') return null;
  return <Chip label={label} sx={{ ml: 0.5, color: 'background.paper', bgcolor: 'text.primary' }} />;
}
