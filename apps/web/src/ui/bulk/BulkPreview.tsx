import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import type { BulkChange } from '@portal/contract/bulk';
import { useEffect, useRef } from 'react';

interface BulkPreviewProps {
  readonly changes: readonly BulkChange[];
  /** Removes the records that cannot change from the selection. */
  readonly onRemove: () => void;
}

/** What a bulk action changes in each record, the ones that cannot change first. */
export function BulkPreview({ changes, onRemove }: BulkPreviewProps) {
  const blocked = changes.filter(({ problem }) => problem !== null);
  const others = changes.filter(({ problem }) => problem === null);
  // The button that had the focus is gone.
  const list = useRef<HTMLElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <Stack spacing={2}>
      {blocked.length === 0 ? null : (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={onRemove}>
              Remove from selection
            </Button>
          }
        >
          {blocked.length === 1 ? '1 record cannot change.' : `${blocked.length} records cannot change.`}{' '}
          Nothing is saved while {blocked.length === 1 ? 'it is' : 'they are'} selected.
        </Alert>
      )}
      <Box
        ref={list}
        component="section"
        aria-label="Preview"
        // Scrolls with the keyboard.
        tabIndex={0}
        sx={{ maxHeight: 320, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {[...blocked, ...others].map((change) => (
            <Box
              component="li"
              key={change.id}
              sx={{ px: 1.5, py: 0.75, '& + li': { borderTop: 1, borderColor: 'divider' } }}
            >
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {change.label ?? 'Deleted record'}
              </Typography>
              {change.problem === null ? (
                <Typography variant="body2" color="textSecondary">
                  {change.from === change.to ? `No change (${change.to})` : `${change.from} → ${change.to}`}
                </Typography>
              ) : (
                <Typography variant="body2" color="error">
                  {change.problem}
                </Typography>
              )}
            </Box>
          ))}
        </Box>
      </Box>
    </Stack>
  );
}
