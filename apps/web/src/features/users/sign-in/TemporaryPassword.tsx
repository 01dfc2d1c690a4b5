import { Alert, AlertTitle, Box, Stack, Typography } from '@mui/material';
import { useId } from 'react';
import { CopyButton } from '#ui/CopyButton.tsx';

/** Shows a temporary password once, with a copy button and a warning. */
export function TemporaryPassword({ password }: { readonly password: string }) {
  const id = useId();
  return (
    <Stack spacing={2}>
      <Box>
        <Typography id={id} variant="body2" color="textSecondary">
          Temporary password
        </Typography>
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Typography
            component="code"
            aria-labelledby={id}
            sx={{ fontFamily: 'monospace', fontSize: '1.125rem', letterSpacing: '0.05em' }}
          >
            {password}
          </Typography>
          <CopyButton text={password} label="Copy password" />
        </Stack>
      </Box>
      <Alert severity="warning">
        <AlertTitle>Important: Save this temporary password</AlertTitle>
        It is shown only once and is valid for 72 hours. The user must change it at next login.
      </Alert>
    </Stack>
  );
}
