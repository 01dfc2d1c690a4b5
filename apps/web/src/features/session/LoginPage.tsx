import { Alert, Box, Stack, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { readSignInOptions } from '#lib/session/sign-in-options.ts';
import { usePracticeMark } from '#lib/session/use-practice-mark.ts';
import { useSession } from '#lib/session/use-session.ts';
import { PracticeMark } from '#ui/PracticeMark.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { BrandMark, CenteredCard } from './CenteredCard.tsx';
import { SignInChoices } from './SignInChoices.tsx';

/** The exact notice that the specification requires. */
const NOTICE =
  'This is a secure system. Unauthorized access is prohibited. All activities are monitored and logged.';

/** With the space around it, in pixels. The place is kept, so that nothing moves under the pointer when the logo and the name arrive. */
const LOGO_HEIGHT = 96;

/** Whose portal this is: the practice's logo and name, the title and the tagline. Without a logo, the product's mark. */
function SignInBrand() {
  const { name, logo } = usePracticeMark();
  return (
    <Stack sx={{ alignItems: 'center', mb: 4, textAlign: 'center' }}>
      <Box sx={{ display: 'grid', placeItems: 'center', minHeight: LOGO_HEIGHT }}>
        {logo === null ? <BrandMark size={56} /> : <PracticeMark logo={logo} size="large" />}
      </Box>
      <Typography
        translate="no"
        sx={{ mt: 1.5, minHeight: '1lh', fontWeight: 600, overflowWrap: 'anywhere' }}
      >
        {name}
      </Typography>
      <Typography variant="h1" tabIndex={-1} data-page-heading sx={{ mt: 2 }}>
        {PRODUCT_TITLE}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5 }}>
        HIPAA Compliant Management System
      </Typography>
    </Stack>
  );
}

/** The sign-in screen. */
export function LoginPage() {
  const { lastEnd, error } = useSession();
  const [{ password: hasPassword }] = useState(readSignInOptions);
  useEffect(() => {
    const preventMenu = (event: Event) => event.preventDefault();
    document.addEventListener('contextmenu', preventMenu);
    return () => document.removeEventListener('contextmenu', preventMenu);
  }, []);
  return (
    <CenteredCard brand={<SignInBrand />}>
      {error === null && typeof lastEnd?.notice === 'string' ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          {lastEnd.notice}
        </Alert>
      ) : null}
      <SignInChoices />
      <Box sx={{ mt: 3 }}>
        <Typography variant="body2" color="textSecondary" align="center" sx={{ textWrap: 'balance' }}>
          {hasPassword
            ? 'Contact your administrator to reset your password'
            : 'Contact your administrator if you cannot sign in'}
        </Typography>
        <Typography
          variant="caption"
          component="p"
          color="textSecondary"
          align="center"
          sx={{ mt: 3, textWrap: 'balance' }}
        >
          {NOTICE}
        </Typography>
      </Box>
    </CenteredCard>
  );
}
