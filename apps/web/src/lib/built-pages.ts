import type { Guard } from '@portal/contract/endpoint';
import { createContext, useContext } from 'react';
import { useAccess } from './session/use-session.ts';

/** The guard of the page at an address; undefined while its area is not built. The app's route registry answers. */
export type FindPageGuard = (address: string) => Guard | undefined;

/** Given by the app, which alone knows every route. */
export const BuiltPages = createContext<FindPageGuard>(() => undefined);

/** Whether an address leads to a page that is built and that the user may see; links to others are not shown. */
export function useMayOpen(): (address: string) => boolean {
  const guardOf = useContext(BuiltPages);
  const { passes } = useAccess();
  return (address) => {
    const guard = guardOf(address);
    return guard !== undefined && passes(guard);
  };
}
