import { Box, Paper } from '@mui/material';
import { useAccess } from '#lib/session/use-session.ts';
import { visibleEntries } from '../navigation.ts';
import { areaKeys } from './key-table.ts';

/** After "g": the letters that open the areas of the menu. */
export function GoHint() {
  const { passes } = useAccess();
  return (
    <Paper
      elevation={6}
      component="output"
      sx={{
        position: 'fixed',
        bottom: 16,
        left: '50%',
        transform: 'translateX(-50%)',
        zIndex: 'snackbar',
        width: 'max-content',
        maxWidth: 'min(960px, calc(100vw - 32px))',
        px: 2,
        py: 1,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        typography: 'body2',
      }}
    >
      <span>Go to:</span>
      {areaKeys(visibleEntries(passes)).entries.map(({ keys, label }) => (
        <span key={keys}>
          <Box component="kbd" sx={{ fontFamily: 'inherit', fontWeight: 700, color: 'primary.main' }}>
            {keys.slice(-1)}
          </Box>{' '}
          {label}
        </span>
      ))}
    </Paper>
  );
}
