import UploadFileOutlinedIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useRef } from 'react';
import { useFileDrop } from './use-file-drop.ts';

interface DropZoneProps {
  /** Label of the file input for screen readers. */
  readonly label: string;
  /** What else can be done than to choose files: "or drop them here". */
  readonly otherWays: string;
  /** The allowed types and sizes. */
  readonly allowed: string;
  readonly accept?: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Accepts files by button, or dropped anywhere on the page, and lists the allowed file types. */
export function DropZone({ label, otherWays, allowed, accept, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileDrop(onFiles);
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        p: { xs: 2, sm: 3 },
        textAlign: 'center',
        border: '2px dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        borderRadius: 1,
        bgcolor: isOver ? 'action.hover' : 'transparent',
      }}
    >
      <Button
        variant="outlined"
        startIcon={<UploadFileOutlinedIcon />}
        onClick={() => input.current?.click()}
      >
        Choose files
      </Button>
      <Typography color="textSecondary">{otherWays}</Typography>
      <Typography variant="body2" color="textSecondary">
        {allowed}
      </Typography>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []));
          // Allow choosing the same file again after it was removed.
          currentTarget.value = '';
        }}
      />
    </Box>
  );
}
