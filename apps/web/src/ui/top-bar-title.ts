import { createContext } from 'react';

/** The title in the top bar; null outside the main layout. A page with the same title does not show it again. */
export const TopBarTitle = createContext<string | null>(null);
