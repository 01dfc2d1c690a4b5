import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { LOAD_TEXTS } from '#lib/code/load-error.ts';
import { keepForReload } from '#lib/session/restored-values.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { Failure } from './create-lazy-part.tsx';
import { hasUnsavedInput } from './form/leave-guard.ts';

/** Says in place of a part why it could not be loaded. */
export function PartFailure(failure: Failure) {
  const { title, text } = LOAD_TEXTS[failure.error.reason];
  return (
    <Alert severity="warning" action={<FailureActions failure={failure} size="small" />}>
      <Typography component="p" variant="inherit" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Typography component="p" variant="inherit">
        {text}
      </Typography>
    </Alert>
  );
}

/** The same for a part that would have opened over the page. */
export function PartFailureDialog({
  open,
  onClose,
  failure,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly failure: Failure;
}) {
  const titleId = useId();
  const { title, text } = LOAD_TEXTS[failure.error.reason];
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText color="textPrimary">{text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <FailureActions failure={failure} />
      </DialogActions>
    </Dialog>
  );
}

/** Reloads the portal. Asks first if something is unsaved, and keeps it for after the reload. */
function ReloadButton({ size }: { readonly size: 'small' | 'medium' }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="contained"
        size={size}
        onClick={() => (hasUnsavedInput() ? setAsking(true) : window.location.reload())}
      >
        Reload
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Reload with unsaved changes?"
        text="What you typed is kept and comes back after the reload. Choose files again that have not been uploaded."
        confirmLabel="Reload"
        cancelLabel="Stay"
        onConfirm={async () => {
          await keepForReload();
          window.location.reload();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** The buttons: Retry, and Reload where it helps. Tries again when the network is back. */
export function FailureActions({
  failure: { error, isRetrying, onRetry },
  size = 'medium',
}: {
  readonly failure: Failure;
  readonly size?: 'small' | 'medium';
}) {
  const { reloads } = LOAD_TEXTS[error.reason];
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (error.reason !== 'offline') return undefined;
    const tryAgain = () => retry();
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [error]);
  return (
    <>
      <Button color="inherit" size={size} loading={isRetrying} onClick={onRetry}>
        Retry
      </Button>
      {reloads ? <ReloadButton size={size} /> : null}
    </>
  );
}
