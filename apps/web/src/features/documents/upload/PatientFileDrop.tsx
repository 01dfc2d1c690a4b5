import { Box, Typography } from '@mui/material';
import { useNavigate } from 'react-router';
import { handFiles } from './handed-files.ts';
import { useFileDrop } from '#ui/use-file-drop.ts';

/** Opens the upload of a patient with files that are dropped anywhere on the page. */
export function PatientFileDrop({ patientId }: { readonly patientId: string }) {
  const navigate = useNavigate();
  const isOver = useFileDrop(
    (files) => void navigate(`/documents/upload?patientId=${patientId}`, { state: handFiles(files) }),
  );
  if (!isOver) return null;
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'modal',
        display: 'grid',
        placeItems: 'center',
        pointerEvents: 'none',
        border: '3px dashed',
        borderColor: 'primary.main',
        bgcolor: 'color-mix(in srgb, var(--mui-palette-background-paper) 85%, transparent)',
      }}
    >
      <Typography variant="h2" component="p">
        Drop files to upload them for this patient
      </Typography>
    </Box>
  );
}
