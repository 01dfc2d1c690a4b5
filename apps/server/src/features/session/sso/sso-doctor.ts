import type { SsoSettings } from '#platform/sso-config.ts';
import type { Clock } from '#platform/clock.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { SsoError } from './sso-error.ts';
import { CLOCK_TOLERANCE_SECONDS, SsoIssuer } from './sso-issuer.ts';

/**
 * Checks that the issuer answers and that its clock agrees. Returns what it found, or a warning if the domain at Google is only
 * assumed; throws OperatorError.
 */
export async function checkIssuer(
  settings: SsoSettings,
  clock: Clock,
): Promise<string | { readonly warning: string }> {
  try {
    const { clockAheadSeconds } = await new SsoIssuer(settings, clock).check();
    const ahead = clockAheadSeconds ?? 0;
    if (Math.abs(ahead) >= CLOCK_TOLERANCE_SECONDS)
      throw new OperatorError(
        `the clocks of this server and of ${settings.issuer} differ by ${Math.abs(ahead)} seconds. Set this server's clock (NTP); at most ${CLOCK_TOLERANCE_SECONDS} are accepted.`,
      );
    const found = `${settings.issuer} answers; the clocks differ by ${Math.abs(ahead)} s; redirect URI ${settings.redirectUri}`;
    if (!settings.isDomainAssumed) return found;
    return {
      warning: `${found}. OIDC_DOMAIN is not set, so only accounts of ${settings.domain} (EMAIL_DOMAIN) are accepted. Set it to the domain of your Google Workspace.`,
    };
  } catch (error) {
    if (!(error instanceof SsoError)) throw error;
    throw new OperatorError(
      `${settings.issuer}: ${error.detail}. Check OIDC_ISSUER and that this server can reach it. Password sign-in works without it.`,
      { cause: error },
    );
  }
}
