import { Alert, Button, Typography } from '@mui/material';

interface ErrorPanelProps {
  readonly message: string;
  /** What to do about it, on a separate line. */
  readonly hint?: string | null | undefined;
  readonly onRetry?: (() => void) | undefined;
  /** Shown in small print, to find the request in the server log. */
  readonly requestId?: string | null | undefined;
}

/** Shows an error in place, with an optional Retry button. */
export function ErrorPanel({ message, hint, onRetry, requestId }: ErrorPanelProps) {
  return (
    <Alert
      severity="error"
      action={
        onRetry === undefined ? undefined : (
          <Button color="inherit" size="small" onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      <Typography component="p" variant="inherit">
        {message}
      </Typography>
      {hint ? (
        <Typography component="p" variant="inherit">
          {hint}
        </Typography>
      ) : null}
      {requestId ? (
        <Typography variant="caption" component="p" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          Request ID: {requestId}
        </Typography>
      ) : null}
    </Alert>
  );
}
