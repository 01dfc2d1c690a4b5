import { Box, Typography } from '@mui/material';
import type { ImportDetails } from '@portal/contract/patient-imports';
import { describeFirstLines } from '@portal/domain/patient-import/lines-by-text';
import { counted } from './import-labels.ts';

/** What is left out or completed. Each note opens to the lines that have it. */
export function NoteList({ notes }: Pick<ImportDetails, 'notes'>) {
  return (
    <Box component="ul" sx={{ my: 0.5, pl: 0, listStyle: 'none' }}>
      {notes.map(({ text, count, lines }) => (
        <Typography key={text} component="li" variant="body2">
          {lines.length === 0 ? (
            `${text}: ${counted(count, 'row')}`
          ) : (
            <details>
              <Box component="summary" sx={{ cursor: 'pointer', py: 0.25 }}>
                {text}: {counted(count, 'row')}
              </Box>
              <Box sx={{ pl: 2, pb: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                In {describeFirstLines(count, lines, lines.length)}.
              </Box>
            </details>
          )}
        </Typography>
      ))}
    </Box>
  );
}
