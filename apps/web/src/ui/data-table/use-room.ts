import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useWhilePrinting } from '../use-while-printing.ts';

/** The room of the last table that was measured: usually that of the next one, which then renders only once. */
let last: number | undefined;

/**
 * The width of the element in px at the usual text size, from its first painting on. Undefined on paper, whose smaller text has
 * room for every column, and where nothing is laid out.
 */
export function useRoom(): {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly room: number | undefined;
} {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(last);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = () => {
      if (element.clientWidth === 0) return;
      const textSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      last = Math.floor(element.clientWidth / (textSize || 1));
      setRoom(last);
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isPrinting = useWhilePrinting(() => true) === true;
  return { place, room: isPrinting ? undefined : room };
}
