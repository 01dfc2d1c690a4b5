import Chip from '@mui/material/Chip';
import type { ChipColor } from './palette.ts';

interface StatusChipProps {
  readonly label: string;
  /** Default is neutral; the label always says it in words too. */
  readonly color?: ChipColor | 'default';
}

/** A state in words and colour. */
export function StatusChip({ label, color = 'default' }: StatusChipProps) {
  return <Chip label={label} color={color} />;
}

/** Active or Inactive, as users, patients and offices show it. */
export function ActiveChip({ active }: { readonly active: boolean }) {
  return <StatusChip label={active ? 'Active' : 'Inactive'} color={active ? 'success' : 'default'} />;
}
