import { Button, LinearProgress, Stack, Typography } from '@mui/material';
import type { PatientImport } from '@portal/contract/patient-imports';
import { progressPercent, progressText } from './import-labels.ts';

const LABELS = {
  Checking: 'Checking all rows',
  Importing: 'Importing patients',
  Undoing: 'Deleting the imported patients',
};

interface ProgressProps {
  readonly running: PatientImport & { readonly status: keyof typeof LABELS };
  /** Undefined for work that cannot be canceled. */
  readonly onCancel?: (() => void) | undefined;
  readonly isCanceling?: boolean;
}

/** The progress of a check, an import or an undo, which go on when the page is left. */
export function Progress({ running, onCancel, isCanceling = false }: ProgressProps) {
  const label = LABELS[running.status];
  const percent = running.status === 'Undoing' ? undefined : progressPercent(running);
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
          {running.status === 'Undoing' ? '' : `${progressText(running)}. `}
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
