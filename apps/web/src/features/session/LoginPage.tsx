import { Alert, Box, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { usePracticeMark } from '#lib/query/use-practice.ts';
import { readSignInOptions } from '#lib/session/sign-in-options.ts';
import { useSession } from '#lib/session/use-session.ts';
import { PracticeMark } from '#ui/PracticeMark.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { CenteredCard } from './CenteredCard.tsx';
import { SignInChoices } from './SignInChoices.tsx';

/** The exact notice that the specification requires. */
const NOTICE =
  'This is a secure system. Unauthorized access is prohibited. All activities are monitored and logged.';

/** The practice's logo and name, or the product's icon. */
function SignInMark() {
  const { name, logo } = usePracticeMark().data ?? { name: null, logo: null };
  return (
    <Box sx={{ mb: 1.5, textAlign: 'center' }}>
      {logo === null ? (
        <Box component="img" src="/favicon.svg" alt="" sx={{ width: 44, height: 44 }} />
      ) : (
        <PracticeMark logo={logo} size="large" />
      )}
      {name === null ? null : (
        <Typography translate="no" sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
      )}
    </Box>
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
    <CenteredCard>
      <SignInMark />
      <Typography variant="h1" align="center" tabIndex={-1} data-page-heading>
        {PRODUCT_TITLE}
      </Typography>
      <Typography color="textSecondary" align="center" sx={{ mt: 0.5, mb: 3 }}>
        HIPAA Compliant Management System
      </Typography>
      {error === null && typeof lastEnd?.notice === 'string' ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          {lastEnd.notice}
        </Alert>
      ) : null}
      <SignInChoices />
      <Box sx={{ mt: 3, pt: 2, borderTop: 1, borderColor: 'divider' }}>
        <Typography variant="body2" color="textSecondary" align="center">
          {hasPassword
            ? 'Contact your administrator to reset your password'
            : 'Contact your administrator if you cannot sign in'}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary" align="center" sx={{ mt: 1.5 }}>
          {NOTICE}
        </Typography>
      </Box>
    </CenteredCard>
  );
}
