import { Alert, AlertTitle, Box, Button, Stack, Typography } from '@mui/material';
import type { Ref } from 'react';
import { staleChanges } from './stale.ts';
import type { AppForm } from './use-app-form.ts';

interface StalePanelProps {
  readonly stale: NonNullable<AppForm<Record<string, unknown>, unknown>['stale']>;
  readonly ref: Ref<HTMLDivElement>;
}

/** Shown if someone else saved first: their changes, and how to continue. */
export function StalePanel({ stale, ref }: StalePanelProps) {
  const changes = staleChanges(stale);
  return (
    <Alert
      severity="warning"
      ref={ref}
      tabIndex={-1}
      sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <AlertTitle>Someone else changed this record in the meantime</AlertTitle>
      {changes.length === 0 ? (
        <Typography>None of the fields shown here differ. Choose one and save again.</Typography>
      ) : (
        <Box component="dl" sx={{ my: 1, display: 'grid', gap: 1 }}>
          {changes.map(({ name, label, theirs, mine, isConflict }) => (
            <Box key={name}>
              <Typography component="dt" variant="subtitle2">
                {label}
              </Typography>
              <Box component="dd" translate="no" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                They saved: {theirs}
              </Box>
              {isConflict ? (
                <Box component="dd" translate="no" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                  You have: {mine}
                </Box>
              ) : null}
            </Box>
          ))}
        </Box>
      )}
      <Typography variant="body2" sx={{ mb: 1 }}>
        “Keep mine” keeps the fields you edited and uses theirs for the rest. “Use theirs” discards your
        edits. Nothing is saved until you save again.
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" size="small" onClick={stale.keepMine}>
          Keep mine
        </Button>
        <Button variant="outlined" size="small" onClick={stale.useTheirs}>
          Use theirs
        </Button>
      </Stack>
    </Alert>
  );
}
