import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { pageForPasskeys, passkeyProblem } from '#lib/passkeys/passkeys.ts';

/** Why passkeys cannot be used on this page, with a link to where they can. Nothing if they can. */
export function PasskeyProblem({ address }: { readonly address: string | null }) {
  const page = pageForPasskeys(address);
  return (
    <>
      <span>{passkeyProblem(address)}</span>
      {page === null ? null : (
        <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
          <Link href={page}>Continue at {new URL(page).host}</Link>
        </Box>
      )}
    </>
  );
}
