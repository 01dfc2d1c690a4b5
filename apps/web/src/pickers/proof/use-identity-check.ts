import { ownIdentity } from '@portal/contract/single-sign-on';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { readSignInOptions } from '#lib/session/sign-in-options.ts';

/** How the user confirms who they are before they change how they sign in. */
export interface IdentityCheck {
  readonly isPending: boolean;
  /** The user may sign in with a password. */
  readonly hasPassword: boolean;
  /** A single sign-on a moment ago is enough. */
  readonly isConfirmed: boolean;
  /** What the practice calls its single sign-on; null without one. */
  readonly ssoName: string | null;
}

/** Returns it. Without single sign-on it is always the password, and nothing is loaded. */
export function useIdentityCheck(): IdentityCheck {
  const [{ sso }] = useState(readSignInOptions);
  const query = useEndpointQuery(ownIdentity, {}, { enabled: sso !== null, staleTime: 0 });
  return {
    isPending: sso !== null && query.isPending,
    hasPassword: query.data?.password ?? true,
    isConfirmed: query.data?.confirmed ?? false,
    ssoName: sso?.name ?? null,
  };
}
