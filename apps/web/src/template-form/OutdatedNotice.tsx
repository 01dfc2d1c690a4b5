import { Alert, Button, Stack } from '@mui/material';

interface OutdatedNoticeProps {
  readonly label: string;
  /** "still says “L4-L5”, but Level is now “L5-S1”." */
  readonly contradiction: string;
  /** Undefined if the user cannot change the field. */
  readonly onRegenerate: (() => void) | undefined;
  readonly onKeep: () => void;
}

/** Says below a field that its value contradicts the fields it was made from, and offers to make it again or to keep it. */
export function OutdatedNotice({ label, contradiction, onRegenerate, onKeep }: OutdatedNoticeProps) {
  return (
    <Alert severity="warning" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
      This {contradiction}
      <Stack direction="row" sx={{ mt: 0.5, gap: 1, flexWrap: 'wrap' }}>
        {onRegenerate === undefined ? null : (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-label={`Regenerate ${label}`}
            onClick={onRegenerate}
          >
            Regenerate
          </Button>
        )}
        <Button size="small" color="inherit" aria-label={`Keep ${label} as it is`} onClick={onKeep}>
          Keep as it is
        </Button>
      </Stack>
    </Alert>
  );
}
