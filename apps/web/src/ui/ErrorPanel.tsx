import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

interface ErrorPanelProps {
  readonly message: string;
  /** What to do about it, as a line of its own. */
  readonly hint?: string | null | undefined;
  readonly onRetry?: (() => void) | undefined;
  /** Small print for whoever looks into the server's log. */
  readonly requestId?: string | null | undefined;
}

/** Says what failed, where it failed, with a way to try again. */
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
