import { Button, LinearProgress, Stack, Typography } from '@mui/material';
import { progressPercent, progressText, type RowProgress } from './row-progress.ts';

interface WorkProgressProps {
  /** What is done: "Checking all rows". */
  readonly label: string;
  /** Null for work whose progress is not known. */
  readonly rows: RowProgress | null;
  /** Undefined for work that cannot be canceled. */
  readonly onCancel?: (() => void) | undefined;
  readonly isCanceling?: boolean;
}

/** The progress of work on a file, which goes on when the page is left. */
export function WorkProgress({ label, rows, onCancel, isCanceling = false }: WorkProgressProps) {
  const percent = rows === null ? undefined : progressPercent(rows);
  return (
    <Stack spacing={1}>
      <Typography component="output">{label}…</Typography>
      <LinearProgress
        {...(percent === undefined ? {} : { variant: 'determinate', value: percent })}
        aria-label={label}
      />
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}
      >
        <Typography variant="body2" color="textSecondary">
          {rows === null ? '' : `${progressText(rows)}. `}
          You can leave this page.
        </Typography>
        {onCancel === undefined ? null : (
          <Button variant="outlined" size="small" onClick={onCancel} loading={isCanceling}>
            Cancel
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
