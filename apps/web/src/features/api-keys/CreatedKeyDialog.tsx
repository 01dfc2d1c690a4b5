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
import { useId, useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import type { CreatedKey } from './ApiKeyDialog.tsx';

interface CreatedKeyDialogProps {
  readonly created: CreatedKey;
  readonly onClose: () => void;
}

/** Shows a new key for the only time. Only Done closes it, and asks if the key was not copied. */
export function CreatedKeyDialog({ created: { key, name }, onClose }: CreatedKeyDialogProps) {
  const [titleId, labelId] = [useId(), useId()];
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>API Key Created</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Alert severity="warning">
            <AlertTitle>Copy this key now</AlertTitle>
            It cannot be shown again. Anyone who has it can do what its permissions allow, so store it only in
            the settings of {name} or in a password manager.
          </Alert>
          <Box>
            <Typography id={labelId} variant="body2" color="textSecondary">
              API key for {name}
            </Typography>
            <Typography
              component="code"
              aria-labelledby={labelId}
              onCopy={() => setCopied(true)}
              sx={{
                display: 'block',
                my: 1,
                p: 1.5,
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
                fontFamily: 'monospace',
                overflowWrap: 'anywhere',
              }}
            >
              {key}
            </Typography>
            <CopyButton text={key} label="Copy key" onCopied={() => setCopied(true)} />
          </Box>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={() => (isCopied ? onClose() : setAsking(true))}>
          Done
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={isAsking}
        title="Close without copying the key?"
        text="You have not copied the key, and it cannot be shown again. Without it, you must revoke this key and create another one."
        confirmLabel="Close"
        cancelLabel="Back to the key"
        isDanger
        records={[name]}
        onConfirm={async () => onClose()}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}
