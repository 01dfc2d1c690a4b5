import { useCallback, useState, type RefCallback } from 'react';
import { useWhilePrinting } from './use-while-printing.ts';

/** Whether the element at `place` has come onto the screen or is printed: until then, nothing that takes long to draw is drawn there. */
export function useOnScreen(): {
  readonly place: RefCallback<Element>;
  readonly isDrawn: boolean;
} {
  const [wasOnScreen, setOnScreen] = useState(typeof IntersectionObserver === 'undefined');
  const place = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setOnScreen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isPrinting = useWhilePrinting(() => true) === true;
  return { place, isDrawn: wasOnScreen || isPrinting };
}
