import { Box, Button } from '@mui/material';
import { pageForPasskeys, passkeyProblem } from '#lib/passkeys/passkeys.ts';

/** Why passkeys cannot be used on this page, with a link to where they can. Nothing if they can. */
export function PasskeyProblem({ address }: { readonly address: string | null }) {
  const page = pageForPasskeys(address);
  return (
    <>
      <span>{passkeyProblem(address)}</span>
      {page === null ? null : (
        <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
          <Button size="small" href={page}>
            Continue at {new URL(page).host}
          </Button>
        </Box>
      )}
    </>
  );
}
