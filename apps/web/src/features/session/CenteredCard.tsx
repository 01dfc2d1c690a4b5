import { Box, Card, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { PRODUCT_TITLE } from '#ui/product.ts';

interface CenteredCardProps {
  readonly children: ReactNode;
  readonly width?: number;
  /** Above the content: what the screen belongs to. The default is the product's mark and title in one line. */
  readonly brand?: ReactNode;
}

/** A card centered on a calm background, for the screens outside the main layout. On phones it is the whole screen. */
export function CenteredCard({ children, width = 420, brand = <BrandLine /> }: CenteredCardProps) {
  return (
    <Box component="main" sx={BACKGROUND}>
      <Card sx={{ ...CARD, maxWidth: { sm: width } }}>
        {brand}
        {children}
      </Card>
    </Box>
  );
}

/** The product's mark, without a text of its own. */
export const BrandMark = ({ size }: { readonly size: number }) => (
  <Box component="img" src="/favicon.svg" alt="" sx={{ display: 'block', width: size, height: size }} />
);

function BrandLine() {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: 3 }}>
      <BrandMark size={24} />
      <Typography component="p" variant="body2" color="textSecondary" sx={{ fontWeight: 600 }}>
        {PRODUCT_TITLE}
      </Typography>
    </Stack>
  );
}

/** Lighter towards the card, from the primary color. */
const BACKGROUND = {
  display: 'grid',
  placeItems: { xs: 'stretch', sm: 'center' },
  boxSizing: 'border-box',
  minHeight: '100dvh',
  p: { sm: 3 },
  bgcolor: { xs: 'background.paper', sm: 'background.default' },
  backgroundImage: {
    sm: 'radial-gradient(120% 90% at 50% 0, rgba(var(--mui-palette-primary-mainChannel) / 0.12), transparent 70%)',
  },
};

const CARD = {
  width: '100%',
  boxSizing: 'border-box',
  mx: 'auto',
  px: { xs: 3, sm: 5 },
  py: { xs: 4, sm: 5 },
  borderRadius: { xs: 0, sm: 1.5 },
  boxShadow: { xs: 'none', sm: 'var(--shadow-floating)' },
};
