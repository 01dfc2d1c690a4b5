import { useEffect } from 'react';

/** Milliseconds between showing the record and opening the print dialog. */
const PRINT_DELAY_MS = 500;

/** Opens the browser's print dialog once, shortly after the page is ready. */
export function usePrintWhen(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => window.print(), PRINT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
}
