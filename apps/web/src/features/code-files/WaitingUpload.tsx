import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { formatFileSize } from '@portal/domain/file-size';
import type { UploadEntry } from './use-uploads.ts';

interface WaitingUploadProps {
  readonly entry: UploadEntry;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

const LABELS = { waiting: 'Waiting', failed: 'Not uploaded', refused: 'Cannot be used' } as const;

/** A chosen file until the server has it, with what went wrong. */
export function WaitingUpload({ entry, onRetry, onRemove }: WaitingUploadProps) {
  const { file, state, share, message } = entry;
  const percent = Math.round(share * 100);
  const progress = state === 'uploading' ? (share < 1 ? `${percent}%` : 'Reading the file…') : LABELS[state];
  return (
    <Box component="li" aria-label={file.name}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{file.name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {formatFileSize(file.size)} · {progress}
          </Typography>
        </Box>
        {state === 'failed' ? (
          <Button size="small" aria-label={`Retry ${file.name}`} onClick={onRetry}>
            Retry
          </Button>
        ) : null}
        <Button
          size="small"
          aria-label={`${message === null ? 'Cancel' : 'Remove'} ${file.name}`}
          onClick={onRemove}
        >
          {message === null ? 'Cancel' : 'Remove'}
        </Button>
      </Stack>
      {state === 'uploading' ? (
        <LinearProgress
          aria-label={`Uploading ${file.name}`}
          {...(share < 1 ? { variant: 'determinate', value: percent } : {})}
          sx={{ mt: 1 }}
        />
      ) : null}
      {message === null ? null : (
        <Alert severity="error" sx={{ mt: 1 }}>
          {message}
        </Alert>
      )}
    </Box>
  );
}
