import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { IconButton } from '@mui/material';
import { touchSx } from './cells.ts';

interface ExpandButtonProps {
  readonly rowLabel: string;
  readonly isOpen: boolean;
  /** ID of the details, which exist only while expanded. */
  readonly controls: string;
  readonly onToggle: () => void;
}

/** Expands and collapses a row's details. */
export function ExpandButton({ rowLabel, isOpen, controls, onToggle }: ExpandButtonProps) {
  return (
    <IconButton
      size="small"
      aria-label={`Details of ${rowLabel}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
      sx={touchSx}
    >
      <ExpandMoreIcon
        fontSize="small"
        sx={{ transition: 'transform 150ms', transform: isOpen ? 'rotate(180deg)' : 'none' }}
      />
    </IconButton>
  );
}
