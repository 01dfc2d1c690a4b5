import { Typography } from '@mui/material';
import type { CheckFinding } from '@portal/contract/signing-checks';

/** The file and edition, or list, that a finding comes from, on a line below it. */
export function FindingSource({ finding: { source } }: { readonly finding: CheckFinding }) {
  return source === undefined ? null : (
    <Typography variant="caption" color="textSecondary" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
      {source}
    </Typography>
  );
}
