import { Box, LinearProgress, Typography } from '@mui/material';
import { dictationCountText } from '../dictation-labels.ts';

/** Shows progress while a batch PDF is being prepared. */
export function BatchProgress({ count }: { readonly count: number }) {
  return (
    <Box component="output" sx={{ display: 'block' }}>
      {count === 0 ? null : (
        <Box sx={{ mb: 1.5 }}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
            Preparing one PDF with {dictationCountText(count)}. It downloads when it is ready.
          </Typography>
          <LinearProgress aria-label={`Preparing ${dictationCountText(count)}`} />
        </Box>
      )}
    </Box>
  );
}
