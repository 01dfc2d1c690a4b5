import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { CopyButton } from '#ui/CopyButton.tsx';

interface SecretDialogProps {
  readonly secret: string;
  /** How long the earlier secret is still used; null for a new webhook. */
  readonly note: string | null;
  readonly onClose: () => void;
}

/** Shows a new secret once. Only Done closes it, because an accidental Escape or outside click would lose the secret. */
export function SecretDialog({ secret, note, onClose }: SecretDialogProps) {
  const titleId = useId();
  const secretId = useId();
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>Secret of the webhook</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Box>
            <Typography id={secretId} variant="body2" color="textSecondary">
              Secret
            </Typography>
            <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
              <Typography
                component="code"
                aria-labelledby={secretId}
                sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
              >
                {secret}
              </Typography>
              <CopyButton text={secret} label="Copy secret" />
            </Stack>
          </Box>
          <Alert severity="warning">
            <AlertTitle>Save this secret now</AlertTitle>
            It is shown only once. The receiver needs it to check that events are from this portal.
            {note === null ? null : ` ${note}`}
          </Alert>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
