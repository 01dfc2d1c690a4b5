import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { countUnknownSignIn } from '#authz/unknown-sign-ins.ts';
import type { RequestContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { SsoError } from './sso-error.ts';
import type { Authentication } from './sso-identity.ts';
import { MAX_AGE_SECONDS, type SsoIssuer } from './sso-issuer.ts';
import {
  findMatch,
  insertSignIn,
  insertTicket,
  lastSsoEnd,
  recordOtherIdentity,
  SSO_MINUTES,
  takeSignIn,
  type MatchedUser,
} from './sso-repo.ts';

/** How long the page has to exchange its ticket. */
const TICKET_SECONDS = 60;

const secretSchema = z.object({
  nonce: z.string(),
  verifier: z.string(),
  /** When the issuer was told to ask the person again; null if it was not. */
  freshSince: z.iso.datetime().nullable().default(null),
});
/** Encryption context of a started sign-in. */
const secretContext = (stateHash: Buffer) => `sso_sign_ins.secret:${stateHash.toString('hex')}`;

/** 256 random bits: a state, nonce, verifier, ticket, or what identifies a browser. */
export const randomText = () => randomBytes(32).toString('base64url');
/** What the database stores instead of a random text. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Starts a sign-in of this browser and returns the issuer's page. `isFresh`: the issuer asks the person again. Throws SsoError. */
export async function startSignIn(
  { deps, now }: RequestContext,
  issuer: SsoIssuer,
  browser: string,
  isFresh = false,
): Promise<URL> {
  const checks = { state: randomText(), nonce: randomText(), verifier: randomText() };
  const url = await issuer.signInUrl(checks, isFresh);
  const stateHash = hashOf(checks.state);
  const { nonce, verifier } = checks;
  await insertSignIn(deps.db, {
    stateHash,
    browserHash: hashOf(browser),
    secret: encryptValue(
      deps.keys,
      secretContext(stateHash),
      JSON.stringify({ nonce, verifier, freshSince: isFresh ? now.toISOString() : null }),
    ),
    expiresAt: new Date(now.getTime() + SSO_MINUTES * 60_000),
  });
  return url;
}

/** Tokens have whole seconds. */
const ROUNDING_MS = 2000;

/**
 * Whether a person must sign in at the issuer again: their last session ended after they did, or it was too long ago. Without a
 * time in the token, any session that has ended asks them again.
 */
function isTooOld({ at }: Authentication, lastEnd: Date | undefined, now: Date): boolean {
  if (at === null) return lastEnd !== undefined;
  if (lastEnd !== undefined && at <= lastEnd) return true;
  return now.getTime() - at.getTime() > MAX_AGE_SECONDS * 1000 + ROUNDING_MS;
}

/**
 * Whether the person signed in at the issuer after it was told to ask them again (OpenID Connect Core 1.0, section 3.1.2.1: with
 * `max_age`, the ID token must say when). Issuers that do not promise it, such as Google, are believed.
 */
const isFreshSince = ({ at, isPromised }: Authentication, since: Date): boolean =>
  at === null ? !isPromised : at.getTime() >= since.getTime() - ROUNDING_MS;

/**
 * Finishes a sign-in with the query that the issuer sent back through the browser. Returns a ticket that only this browser can exchange for a session,
 * or the issuer's page, where the person must sign in again because a session of theirs has ended since they did.
 * Refusals are recorded once a sign-in of this browser was found, so that invented requests do not fill the audit log. Throws SsoError.
 */
export async function finishSignIn(
  context: RequestContext,
  issuer: SsoIssuer,
  { query, browser }: { readonly query: string; readonly browser: string | undefined },
): Promise<{ readonly ticket: string } | { readonly again: URL }> {
  const { deps, now } = context;
  const state = new URLSearchParams(query).get('state');
  if (state === null || browser === undefined) throw new SsoError('expired', 'no state or no cookie');
  const stateHash = hashOf(state);
  const browserHash = hashOf(browser);
  const secret = await takeSignIn(deps.db, { stateHash, browserHash }, now);
  if (secret === undefined) throw new SsoError('expired', 'no such sign-in of this browser');
  const { nonce, verifier, freshSince } = secretSchema.parse(
    JSON.parse(decryptValue(deps.keys, secretContext(stateHash), secret)),
  );
  let userId: string | null = null;
  try {
    const { authentication, ...identity } = await issuer.redeem(query, { state, nonce, verifier });
    const match = await findMatch(deps.db, identity);
    if (match === undefined) throw new SsoError('unknown', 'no user matches the identity');
    ({ userId } = match);
    await requireMatch(context, identity.issuer, match);
    if (freshSince !== null) {
      if (!isFreshSince(authentication, new Date(freshSince)))
        throw new SsoError('stale', 'auth_time does not show that the issuer asked the person again');
    } else if (isTooOld(authentication, await lastSsoEnd(deps.db, match.userId, now), now))
      return { again: await startSignIn(context, issuer, browser, true) };
    const ticket = randomText();
    await insertTicket(
      deps.db,
      { ticketHash: hashOf(ticket), browserHash },
      {
        userId: match.userId,
        isNewLink: match.isNewLink,
        issuer: identity.issuer,
        subject: identity.subject,
      },
      { createdAt: now, expiresAt: new Date(now.getTime() + TICKET_SECONDS * 1000) },
    );
    return { ticket };
  } catch (error) {
    if (error instanceof SsoError) await recordRefusal(context, userId, error.reason);
    throw error;
  }
}

/** Checks that the user may sign in with the identity, by a link or a new one. Throws SsoError. */
async function requireMatch(
  { deps, now }: RequestContext,
  issuer: string,
  match: MatchedUser,
): Promise<void> {
  const { userId, userName: account } = match;
  if (!match.isActive) throw new SsoError('unknown', 'the user is inactive', { account });
  if (match.hasOtherLink) {
    await recordOtherIdentity(deps.db, { userId, issuer }, now);
    throw new SsoError('relink', 'the account is linked to another identity', { account });
  }
  if (match.isNewLink && !match.mayLink)
    throw new SsoError('unconfirmed', 'nobody has confirmed the email address of the user', { account });
}

/** What the audit log says instead of a code. */
const REFUSALS: Readonly<Record<string, string>> = { relink: 'linked to another identity' };

/** Records a refused single sign-on, without anything that the issuer or the browser sent. */
export async function recordRefusal(
  context: RequestContext,
  userId: string | null,
  refused: string,
): Promise<void> {
  const { ip, now } = context;
  await inTransaction(context, async (tx) => {
    const entry =
      userId === null
        ? await countUnknownSignIn(tx.db, { ip, refused, now })
        : ({
            action: 'LoginFailed',
            entityType: 'User',
            entityId: userId,
            newValues: { method: 'single sign-on', refused: REFUSALS[refused] ?? refused },
          } as const);
    if (entry !== undefined) tx.audit(entry);
  });
}
