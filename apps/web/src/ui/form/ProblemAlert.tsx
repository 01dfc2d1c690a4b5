import { Alert, Box, Typography } from '@mui/material';
import type { Ref } from 'react';
import type { FormProblem } from './field-errors.ts';

interface ProblemAlertProps {
  readonly problem: FormProblem;
  readonly ref: Ref<HTMLDivElement>;
}

/** The error of the form as a whole; gets the focus. */
export function ProblemAlert({ problem, ref }: ProblemAlertProps) {
  const { message, hint, details, requestId } = problem;
  return (
    <Alert severity="error" ref={ref} tabIndex={-1}>
      <Typography component="p" variant="inherit">
        {message}
      </Typography>
      {hint === null ? null : (
        <Typography component="p" variant="inherit">
          {hint}
        </Typography>
      )}
      {details.length === 0 ? null : (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </Box>
      )}
      {requestId === null ? null : (
        <Typography variant="caption" component="p" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          Request ID: {requestId}
        </Typography>
      )}
    </Alert>
  );
}
