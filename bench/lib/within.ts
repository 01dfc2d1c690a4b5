import { readConfig } from '@portal/server/platform/config';
import { createLogger } from '@portal/server/platform/log';
import { openPortal } from '@portal/server/portal';
import type { Call } from './http.ts';
import { portalSettings } from './portal-process.ts';
import type { Practice } from './practice.ts';

/** A portal in this process. */
export interface PortalWithin {
  /** Responds to a call without a network. Throws unless it succeeds. */
  readonly answer: (call: Call) => Promise<void>;
  close(): Promise<void>;
}

/** Opens a portal in this process. Its calls carry the token. */
export async function openWithin(practice: Practice, token: string): Promise<PortalWithin> {
  const portal = await openPortal(readConfig(portalSettings(practice)), {
    log: createLogger('silent'),
  });
  return {
    close: () => portal.close(),
    answer: async ({ method, path, body, headers }) => {
      const { statusCode } = await portal.app.inject({
        method,
        url: `/api${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode} within`);
    },
  };
}
