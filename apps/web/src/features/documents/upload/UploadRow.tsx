import { Alert, Box, Button, Card, LinearProgress, Stack, Typography } from '@mui/material';
import { formatFileSize } from '@portal/domain/file-size';
import { Link as RouterLink } from 'react-router';
import type { UploadEntry, UploadState } from './upload-queue.ts';

interface UploadRowProps {
  readonly entry: UploadEntry;
  /** Text of its custom details; null if it uses the shared ones. */
  readonly own: string | null;
  readonly onOwn: () => void;
  readonly onStart: (acceptDuplicate: boolean) => void;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}

const STATE_LABELS: Readonly<Record<UploadState, string>> = {
  ready: 'Ready',
  waiting: 'Waiting',
  uploading: 'Uploading',
  stored: 'Uploaded',
  failed: 'Not uploaded',
  cancelled: 'Cancelled',
  duplicate: 'Already stored',
  refused: 'Cannot be uploaded',
};

/** One file of the upload screen, with progress, message and actions. */
export function UploadRow({ entry, own, onOwn, onStart, onCancel, onRemove }: UploadRowProps) {
  const { file, state, share, message, stored } = entry;
  const { name } = file;
  const isUnderWay = state === 'waiting' || state === 'uploading';
  const percent = Math.round(share * 100);
  return (
    <Card component="li" aria-label={name} sx={{ px: 1.5, py: 1 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {[formatFileSize(file.size), progressText(state, percent), own]
              .filter((text) => text !== null)
              .join(' · ')}
          </Typography>
        </Box>
        <Stack direction="row" spacing={0.5}>
          {stored === null ? null : <Action label="Open" name={name} to={`/documents/${stored.id}`} />}
          {state === 'duplicate' ? (
            <Action label="Upload anyway" name={name} onClick={() => onStart(true)} />
          ) : null}
          {state === 'failed' || state === 'cancelled' ? (
            <Action label="Retry" name={name} onClick={() => onStart(false)} />
          ) : null}
          {isUnderWay || stored !== null || state === 'refused' ? null : (
            <Action label="Change details" name={name} onClick={onOwn} />
          )}
          {isUnderWay ? (
            <Action label="Cancel" name={name} onClick={onCancel} />
          ) : (
            <Action label="Remove" name={name} onClick={onRemove} />
          )}
        </Stack>
      </Stack>
      {state === 'uploading' ? (
        <LinearProgress
          aria-label={`Uploading ${name}`}
          variant={percent === 100 ? 'indeterminate' : 'determinate'}
          value={percent}
          sx={{ mt: 1 }}
        />
      ) : null}
      {message === null ? null : (
        <Alert
          severity={state === 'failed' || state === 'refused' ? 'error' : 'warning'}
          role="none"
          sx={{ mt: 1 }}
        >
          {message}
        </Alert>
      )}
    </Card>
  );
}

/** At 100%, the server still checks, encrypts and stores the file. */
function progressText(state: UploadState, percent: number): string {
  if (state !== 'uploading') return STATE_LABELS[state];
  return percent === 100 ? 'Processing' : `${percent}%`;
}

function Action({
  label,
  name,
  to,
  onClick,
}: {
  readonly label: string;
  readonly name: string;
  readonly to?: string;
  readonly onClick?: () => void;
}) {
  const common = { size: 'small', 'aria-label': `${label} ${name}` } as const;
  if (to !== undefined)
    return (
      <Button {...common} component={RouterLink} to={to}>
        {label}
      </Button>
    );
  return (
    <Button {...common} {...(onClick && { onClick })}>
      {label}
    </Button>
  );
}
