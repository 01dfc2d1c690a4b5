import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** Percent of the natural size. */
const STEPS = [25, 50, 75, 100, 125, 150, 200, 300, 400] as const;

export interface Zoom {
  /** As wide as there is room; a small drawing is not blown up to fill it. */
  readonly isFit: boolean;
  /** Percent of the natural size; null until both widths are known. */
  readonly percent: number | null;
  /** The width to draw at, in CSS px; null until both widths are known. */
  readonly width: number | null;
  readonly zoomIn: (() => void) | null;
  readonly zoomOut: (() => void) | null;
  readonly fit: () => void;
}

/** The width of an element in CSS px, kept up with; null until it is on the page. */
export function useRoom(): [RefObject<HTMLDivElement | null>, number | null] {
  const room = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState<number | null>(null);
  useEffect(() => {
    const element = room.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSpace(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [room, space];
}

/** Zoom of a drawing, from its natural width and the room there is, both in CSS px and null while not known. */
export function useZoom(naturalWidth: number | null, space: number | null): Zoom {
  const [chosen, setChosen] = useState<'fit' | number>('fit');
  const isKnown = naturalWidth !== null && space !== null && space > 0;
  const fitPercent = isKnown ? Math.min(100, (space / naturalWidth) * 100) : null;
  const percent = chosen === 'fit' ? fitPercent : chosen;
  const next = percent === null ? undefined : STEPS.find((step) => step > percent + 0.5);
  const previous = percent === null ? undefined : STEPS.findLast((step) => step < percent - 0.5);
  return {
    isFit: chosen === 'fit',
    percent,
    width: percent === null || naturalWidth === null ? null : Math.floor((naturalWidth * percent) / 100),
    zoomIn: next === undefined ? null : () => setChosen(next),
    zoomOut: previous === undefined ? null : () => setChosen(previous),
    fit: () => setChosen('fit'),
  };
}
