import UploadFileOutlinedIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ALLOWED_FILES_TEXT } from '@portal/domain/document';
import { useEffect, useRef, useState } from 'react';

interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
}

/** Accepts files by button or drag and drop, and lists the allowed file types. */
export function DropZone({ onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  // Prevent the browser from opening a file that is dropped outside the zone.
  useEffect(() => {
    const preventOpen = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', preventOpen);
    window.addEventListener('drop', preventOpen);
    return () => {
      window.removeEventListener('dragover', preventOpen);
      window.removeEventListener('drop', preventOpen);
    };
  }, []);
  return (
    <Box
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={({ dataTransfer }) => {
        setOver(false);
        onFiles(filesOf(dataTransfer));
      }}
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
      <Typography color="textSecondary">or drop them here</Typography>
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

/** The dropped files, without folders. */
function filesOf(dropped: DataTransfer): File[] {
  return Array.from(dropped.items).flatMap((item) => {
    if (item.webkitGetAsEntry()?.isDirectory === true) return [];
    return item.getAsFile() ?? [];
  });
}
