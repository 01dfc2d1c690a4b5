import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
// Before the listeners of components, which may add others.
window.addEventListener('beforeprint', () => {
  isPrinting = true;
});
window.addEventListener('afterprint', () => {
  isPrinting = false;
});

/** What `read` returned when the browser began to print; null while it does not print. */
export function useWhilePrinting<T>(read: () => T): T | null {
  const [value, setValue] = useState<T | null>(() => (isPrinting ? read() : null));
  // The browser prints the page as it is when the listener returns, so the update must be synchronous.
  const begin = useEffectEvent(() => {
    const current = read();
    flushSync(() => setValue(() => current));
  });
  useEffect(() => {
    const start = () => begin();
    const end = () => setValue(null);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return value;
}
