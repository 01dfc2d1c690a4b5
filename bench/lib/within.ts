import { readConfig } from '@portal/server/platform/config';
import { createLogger } from '@portal/server/platform/log';
import { openPortal } from '@portal/server/portal';
import type { Call } from './http.ts';
import { portalSettings } from './portal-process.ts';
import type { Practice } from './practice.ts';
import { SIGN_IN, tokenOf } from './sign-in.ts';

/** A portal in this process. */
export interface PortalWithin {
  /** The response to a call without a network. Throws unless it succeeds. */
  readonly answer: (call: Call) => Promise<string>;
  close(): Promise<void>;
}

/** Opens a portal in this process and signs in to the account used for measuring. */
export async function openWithin(practice: Practice): Promise<PortalWithin> {
  const portal = await openPortal(readConfig(portalSettings(practice)), {
    log: createLogger('silent'),
  });
  const send = async ({ method, path, body, headers }: Call) => {
    const { statusCode, payload } = await portal.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode} within: ${payload}`);
    return payload;
  };
  const authorization = `Bearer ${tokenOf(await send(SIGN_IN))}`;
  return {
    close: () => portal.close(),
    answer: (call) => send({ ...call, headers: { authorization, ...call.headers } }),
  };
}
