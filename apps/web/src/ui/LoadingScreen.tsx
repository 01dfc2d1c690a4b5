import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { PRODUCT_TITLE } from './product.ts';

/** The full-screen loader during the startup check. */
export function LoadingScreen() {
  return (
    <Stack
      component="main"
      aria-busy
      spacing={2}
      sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center' }}
    >
      <CircularProgress aria-hidden size={36} />
      <Typography component="h1" color="textSecondary">
        Loading {PRODUCT_TITLE}...
      </Typography>
    </Stack>
  );
}
