import { useEffect, useRef, useState, type RefObject } from 'react';

/** Percent of the natural size. */
const STEPS = [25, 50, 75, 100, 125, 150, 200, 300, 400] as const;

export interface Zoom {
  /** Whether the content fits the available width; small content is not enlarged. */
  readonly isFit: boolean;
  /** Percent of the natural size; null until both widths are known. */
  readonly percent: number | null;
  /** The width to draw at, in CSS px; null until both widths are known. */
  readonly width: number | null;
  readonly zoomIn: (() => void) | null;
  readonly zoomOut: (() => void) | null;
  readonly fit: () => void;
}

/** Tracks the width of an element in CSS px; null until it is mounted. */
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

/** Zoom state for content, from its natural width and the available width, both in CSS px and null while unknown. */
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
