import { createContext, useContext } from 'react';

/** Opens the search of everything from a page. */
export const OpenSearch = createContext<() => void>(() => undefined);

export const useOpenSearch = (): (() => void) => useContext(OpenSearch);
