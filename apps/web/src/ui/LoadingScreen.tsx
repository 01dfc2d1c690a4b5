import { CircularProgress, Stack, Typography } from '@mui/material';
import { PRODUCT_TITLE } from './product.ts';

/** The full-screen loader during the startup check. It can cover a page that is being prepared, which then has the main landmark. */
export function LoadingScreen({ covers = false }: { readonly covers?: boolean }) {
  return (
    <Stack
      component={covers ? 'div' : 'main'}
      aria-busy
      spacing={2}
      sx={{
        minHeight: '100dvh',
        alignItems: 'center',
        justifyContent: 'center',
        ...(covers && { position: 'fixed', inset: 0 }),
      }}
    >
      <CircularProgress aria-hidden size={36} />
      <Typography component="h1" color="textSecondary">
        Loading {PRODUCT_TITLE}...
      </Typography>
    </Stack>
  );
}
