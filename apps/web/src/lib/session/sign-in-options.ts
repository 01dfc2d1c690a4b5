import { signInOptions, type SignInOptions } from '@portal/contract/single-sign-on';

const PASSWORD_ONLY: SignInOptions = { sso: null, password: true };

/** How users can sign in. The page carries it, so that the sign-in screen neither waits nor changes its layout. */
export function readSignInOptions(): SignInOptions {
  const content = document.querySelector('meta[name="sign-in-options"]')?.getAttribute('content');
  if (content === null || content === undefined) return PASSWORD_ONLY;
  return signInOptions.parse(JSON.parse(content));
}
