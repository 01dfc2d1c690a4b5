import type { Density } from '@portal/contract/preferences';
import { useLayoutEffect } from 'react';

/** Sets the height of rows, `--row-height`, on the whole page: dialogs have lists, too. */
export function useDensity(density: Density): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['density'] = density;
    return () => {
      delete dataset['density'];
    };
  }, [density]);
}
