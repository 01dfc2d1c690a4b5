import { useCallback, useState, type RefCallback } from 'react';
import { useWhilePrinting } from './use-while-printing.ts';

/** How far below the screen, in px, an element counts as near. */
const MARGIN = 200;

/** Whether the element at `place` has come near the screen or is printed: until then, nothing that takes long to draw is drawn there. */
export function useNearScreen(): {
  readonly place: RefCallback<Element>;
  readonly isNear: boolean;
} {
  const [wasNear, setNear] = useState(typeof IntersectionObserver === 'undefined');
  const place = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${MARGIN}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isPrinting = useWhilePrinting(() => true) === true;
  return { place, isNear: wasNear || isPrinting };
}
