import { placesIn } from '@portal/domain/shortcuts';
import type { TextElement } from '#lib/insert-text.ts';

/** The places of an inserted text that are visited with the Tab key. */
export interface PlaceTour {
  readonly element: TextElement;
  /** Where the inserted text begins, and how many characters of the field come after it. */
  readonly start: number;
  readonly after: number;
}

/** Selects the next place from the caret on, or the previous one. Returns false if there is none. */
export function visitPlace({ element, start, after }: PlaceTour, isBackwards = false): boolean {
  const text = element.value.slice(start, element.value.length - after);
  const places = placesIn(text).map((place) => ({ start: start + place.start, end: start + place.end }));
  const [from, to] = [element.selectionStart ?? 0, element.selectionEnd ?? 0];
  const place = isBackwards
    ? places.findLast(({ end }) => end <= from)
    : places.find(({ start: next }) => next >= to);
  if (place !== undefined) element.setSelectionRange(place.start, place.end);
  return place !== undefined;
}
