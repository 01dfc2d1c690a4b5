import { Button, CircularProgress } from '@mui/material';

interface SignInButtonProps {
  readonly isBusy: boolean;
  /** Whether the user can also confirm with a passkey, which is the main button then. */
  readonly hasPasskey: boolean;
}

/** Sends the sign-in form, and shows that the user is being signed in. */
export function SignInButton({ isBusy, hasPasskey }: SignInButtonProps) {
  return (
    <Button
      type="submit"
      variant={hasPasskey ? 'outlined' : 'contained'}
      size="large"
      fullWidth
      disabled={isBusy}
      startIcon={isBusy ? <CircularProgress size={18} color="inherit" aria-label="Signing in" /> : null}
    >
      Sign In
    </Button>
  );
}
