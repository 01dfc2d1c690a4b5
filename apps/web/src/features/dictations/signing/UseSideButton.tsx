import { Button } from '@mui/material';

interface UseSideButtonProps {
  readonly side: 'LT' | 'RT';
  /** The line for screen readers. */
  readonly line: string;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}

/** Replaces modifier 50 of a line by the side of the note. */
export function UseSideButton({ side, line, isBusy = false, onClick }: UseSideButtonProps) {
  return (
    <Button
      size="small"
      color="inherit"
      variant="outlined"
      loading={isBusy}
      aria-label={`Use ${side} on ${line}`}
      onClick={onClick}
      sx={{ ml: 1, minWidth: 0, py: 0 }}
    >
      Use {side}
    </Button>
  );
}
