import { Box, CircularProgress, Skeleton, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { PRODUCT_TITLE } from './product.ts';
import { Waiting } from './Waiting.tsx';

interface LoadingScreenProps {
  /** Covers a page that is being prepared, which then has the main landmark. */
  readonly covers?: boolean;
  /** Somebody is signed in, so that the menu and a page follow. */
  readonly hasShell?: boolean;
}

/** The full-screen loader during the startup check. */
export function LoadingScreen({ covers = false, hasShell = covers }: LoadingScreenProps) {
  const title = (
    <Typography component="h1" color="textSecondary">
      Loading {PRODUCT_TITLE}...
    </Typography>
  );
  return (
    <Box
      component={covers ? 'div' : 'main'}
      aria-busy
      sx={{ minHeight: '100dvh', display: 'flex', ...(covers && { position: 'fixed', inset: 0 }) }}
    >
      {hasShell ? (
        <ShellShape>{title}</ShellShape>
      ) : (
        <Stack spacing={2} sx={{ flex: 1, alignItems: 'center', justifyContent: 'center' }}>
          <CircularProgress aria-hidden size={36} />
          {title}
        </Stack>
      )}
    </Box>
  );
}

const ENTRIES = [112, 88, 136, 104, 120, 96, 128, 80];

/** The menu, the top bar and a page, before anything of them is known. */
function ShellShape({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <Stack spacing={1.5} sx={{ display: { xs: 'none', md: 'flex' }, width: 240, p: 2, pt: 10 }}>
        {ENTRIES.map((width) => (
          <Skeleton key={width} width={width} height={20} />
        ))}
      </Stack>
      <Box sx={{ flex: 1, minWidth: 0, px: { xs: 1.5, sm: 3 }, py: 2 }}>
        {children}
        <Box sx={{ mt: 5 }}>
          <Waiting shape="record" />
        </Box>
      </Box>
    </>
  );
}
