import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import type { TextElement } from '#lib/insert-text.ts';

/**
 * A text where one writes: notes, addenda, messages, instructions. Shortcuts and speech work in these and nowhere else. They change
 * it with `insertText` and `replaceText`, as if it was typed.
 */
export interface WritingField {
  readonly element: TextElement;
  /** What it is called on the screen, such as "Level, row 2". */
  readonly label: string;
  /** "12 characters too many (200 allowed)" if the text would be too long, else null. */
  readonly lengthProblem: (text: string) => string | null;
  /** The value of the field of the same note that is called like this; null if there is none. */
  readonly placeValue: PlaceValue;
}

type PlaceValue = (name: string) => string | null;

/** Where the texts of a note find the values of its other fields. It must have a stable identity. */
export const PlaceValues = createContext<PlaceValue>(() => null);

/** What is shown beside each text where one writes: it finds the text with `writingFieldBeside`. */
export const WritingButton = createContext<ReactNode>(null);

const fields = new WeakMap<EventTarget, WritingField>();

/** The text where one writes that an event or the focus is in, as it is now; null for anything else. */
export const writingFieldOf = (target: EventTarget | null): WritingField | null =>
  (target === null ? undefined : fields.get(target)) ?? null;

/** The text where one writes that a button is beside; null if there is none. */
export const writingFieldBeside = (button: Element): WritingField | null =>
  writingFieldOf(
    button.closest('.MuiInputBase-root')?.querySelector('input, textarea:not([aria-hidden])') ?? null,
  );

/** Whether the text can be changed: it is on the screen, and neither disabled nor only for reading. */
export const isWritable = ({ element }: WritingField): boolean =>
  element.isConnected && !element.disabled && !element.readOnly;

interface WritingOptions extends Pick<WritingField, 'label' | 'lengthProblem'> {
  /** Default true. */
  readonly isOn?: boolean;
}

/** Makes a field one where one writes: `ref` belongs to its input or text area, `button` at its end. */
export function useWritingField({ label, lengthProblem, isOn = true }: WritingOptions) {
  const ref = useRef<TextElement>(null);
  const placeValue = useContext(PlaceValues);
  const button = useContext(WritingButton);
  // Each render, because the field and its limit may have changed.
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    if (isOn) fields.set(element, { element, label, lengthProblem, placeValue });
    else fields.delete(element);
  });
  return { ref, button: isOn ? button : null };
}
