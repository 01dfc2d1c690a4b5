import UploadFileOutlinedIcon from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, Typography } from '@mui/material';
import { ALLOWED_FILES_TEXT } from '@portal/domain/document';
import { useRef } from 'react';
import { useFileDrop } from './use-file-drop.ts';

/** Accepts files by button, or dropped anywhere on the page, and lists the allowed file types. */
export function DropZone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
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
      <Typography color="textSecondary">or drop them here, or paste an image</Typography>
      <Typography variant="body2" color="textSecondary">
        {ALLOWED_FILES_TEXT}, up to 25 MB each
      </Typography>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []));
          // Allow choosing the same file again after it was removed.
          currentTarget.value = '';
        }}
      />
    </Box>
  );
}
