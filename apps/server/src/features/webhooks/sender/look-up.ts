import { Resolver } from 'node:dns/promises';

/** Finds the addresses of a name. Rejects with the error of the system if there are none. */
export type LookUp = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Looks up a name in DNS. `dns.lookup` would use one of Node’s few threads, which passwords and files also need, for as long
 * as a name server takes. Therefore the hosts file is not used.
 */
export const lookUpInDns: LookUp = async (name, signal) => {
  const resolver = new Resolver();
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const failed = results.find((result) => result.status === 'rejected');
    if (found.length === 0 && failed !== undefined) throw failed.reason;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
