import type { Guard } from '@portal/contract/endpoint';
import { createContext, useContext } from 'react';
import { useAccess } from './session/use-session.ts';

/**
 * The guard of the page at an address, or undefined when there is no such page. Provided by the app’s route registry.
 */
export type FindPageGuard = (address: string) => Guard | undefined;

/** Provided by the app, which knows all routes. */
export const BuiltPages = createContext<FindPageGuard>(() => undefined);

/** Whether an address leads to an existing page that the user may open. Links to other pages are hidden. */
export function useMayOpen(): (address: string) => boolean {
  const guardOf = useContext(BuiltPages);
  const { passes } = useAccess();
  return (address) => {
    const guard = guardOf(address);
    return guard !== undefined && passes(guard);
  };
}
