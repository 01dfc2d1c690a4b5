import { useEffect, useRef, useState, type RefObject } from 'react';
import { useWhilePrinting } from './use-while-printing.ts';

/** How far below the screen, in px, an element counts as near. */
const MARGIN = 200;

/** Whether the element has come near the screen or is printed: until then, nothing that takes long to draw is drawn in it. */
export function useNearScreen<E extends Element>(): {
  readonly place: RefObject<E | null>;
  readonly isNear: boolean;
} {
  const place = useRef<E>(null);
  const [wasNear, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (wasNear || place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${MARGIN}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [wasNear]);
  const isPrinting = useWhilePrinting(() => true) === true;
  return { place, isNear: wasNear || isPrinting };
}
