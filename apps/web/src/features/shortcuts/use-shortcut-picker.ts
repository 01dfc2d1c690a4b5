import {
  fillPlaces,
  offeredShortcuts,
  placesIn,
  typedName,
  type TextShortcut,
  type TextRange,
  type TypedName,
} from '@portal/domain/shortcuts';
import { counted, plainLine } from '@portal/domain/text';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { replaceText, type TextElement } from '#lib/insert-text.ts';
import { isWritable, writingFieldOf, type WritingField } from '#ui/form/writing-field.ts';

/** The name that is being typed, and which of the shortcuts that begin like it Enter inserts. */
interface Typing {
  readonly field: WritingField;
  readonly typed: TypedName;
  readonly active: number;
}
export interface Offer extends Typing {
  readonly shortcuts: readonly TextShortcut[];
}

/** Keys that move the caret away from the name. */
const LEAVING = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']);

/** What is done while one types. Pasted and restored text offers nothing. */
const TYPED = new Set(['insertText', 'insertCompositionText', 'deleteContentBackward']);

/** The name at the caret; null if there is none. */
function typingIn(field: WritingField): Typing | null {
  const { value, selectionStart, selectionEnd } = field.element;
  const typed = selectionStart === selectionEnd ? typedName(value, selectionStart ?? 0) : null;
  return typed === null ? null : { field, typed, active: 0 };
}

/** What is offered for a name; null for nothing. */
function offerOf(typing: Typing | null, usable: readonly TextShortcut[]): Offer | null {
  const shortcuts = typing === null ? [] : offeredShortcuts(usable, typing.typed.name);
  return typing === null || shortcuts.length === 0 ? null : { ...typing, shortcuts };
}

/** The shortcut whose whole name is before a space that was just typed. */
function spacedIn({ element }: WritingField, usable: readonly TextShortcut[], inputType: string) {
  const caret = element.selectionStart ?? 0;
  if (inputType === 'deleteContentBackward' || element.value[caret - 1] !== ' ') return null;
  const typed = typedName(element.value, caret - 1);
  const shortcut = usable.find(({ name }) => name === typed?.name);
  return typed === null || shortcut === undefined
    ? null
    : { shortcut, range: { start: typed.start, end: caret } };
}

/** The places of an inserted text that are visited with the Tab key. */
interface PlaceTour {
  readonly element: TextElement;
  /** Where the inserted text begins, and how many characters of the field come after it. */
  readonly start: number;
  readonly after: number;
}

/** Selects the next place from the caret on, or the previous one. Returns false if there is none. */
function visitPlace({ element, start, after }: PlaceTour, isBackwards = false): boolean {
  const text = element.value.slice(start, element.value.length - after);
  const places = placesIn(text).map((place) => ({ start: start + place.start, end: start + place.end }));
  const [from, to] = [element.selectionStart ?? 0, element.selectionEnd ?? 0];
  const place = isBackwards
    ? places.findLast(({ end }) => end <= from)
    : places.find(({ start: next }) => next >= to);
  if (place !== undefined) element.setSelectionRange(place.start, place.end);
  return place !== undefined;
}

/**
 * Replaces a name by its text, as one step that can be undone, and selects its first place. Returns the places to visit, and what is
 * announced.
 */
function insertShortcut(
  field: WritingField,
  { start, end }: TextRange,
  { name, text }: TextShortcut,
): { readonly tour: PlaceTour | null; readonly said: string } {
  const { element } = field;
  const after = element.value.length - end;
  const isSpaced = element.value[end - 1] === ' ' && !/^\s/u.test(element.value.slice(end));
  const filled = fillPlaces(text, field.placeValue);
  const inserted = element instanceof HTMLTextAreaElement ? filled : plainLine(filled);
  replaceText(element, start, end, isSpaced ? `${inserted} ` : inserted);
  const count = placesIn(inserted).length;
  const said = [
    `.${name} was inserted.`,
    ...(count === 0 ? [] : [`${counted(count, 'place')} to fill in. Tab goes to the next one.`]),
    field.lengthProblem(element.value) ?? '',
  ];
  const tour = count === 0 ? null : { element, start, after };
  if (tour !== null) {
    element.setSelectionRange(start, start);
    visitPlace(tour);
  }
  return { tour, said: said.join(' ').trim() };
}

/** Offers shortcuts while their names are typed in a text where one writes, and inserts them. */
export function useShortcutPicker(usable: readonly TextShortcut[]) {
  const [typing, setTyping] = useState<Typing | null>(null);
  const offer = offerOf(typing, usable);
  const [said, setSaid] = useState('');
  const tour = useRef<PlaceTour | null>(null);
  const isInserting = useRef(false);
  /** Where Escape closed the list: the rest of the word is ordinary text. */
  const refused = useRef<{ readonly element: TextElement; readonly start: number } | null>(null);

  const insert = (field: WritingField, range: TextRange, shortcut: TextShortcut) => {
    isInserting.current = true;
    const done = insertShortcut(field, range, shortcut);
    isInserting.current = false;
    tour.current = done.tour;
    setSaid(done.said);
    setTyping(null);
  };
  const choose = ({ field, typed }: Offer, shortcut: TextShortcut | undefined) => {
    // The field may have changed since, for example by an answer of the server.
    const isThere = typedName(field.element.value, typed.end)?.name === typed.name;
    if (shortcut !== undefined && isThere && isWritable(field)) insert(field, typed, shortcut);
    else setTyping(null);
  };

  const type = useEffectEvent((event: Event) => {
    const field = isInserting.current ? null : writingFieldOf(event.target);
    if (field === null || !isWritable(field)) return;
    const inputType = event instanceof InputEvent ? event.inputType : '';
    const isTyped = TYPED.has(inputType);
    const spaced = isTyped ? spacedIn(field, usable, inputType) : null;
    const found = isTyped ? typingIn(field) : null;
    const start = spaced?.range.start ?? found?.typed.start;
    const isRefused = refused.current?.element === field.element && refused.current.start === start;
    if (!isRefused) refused.current = null;
    if (spaced !== null && !isRefused) insert(field, spaced.range, spaced.shortcut);
    else setTyping(isRefused ? null : found);
  });
  /** Returns whether the key was used. */
  const pressInList = (shown: Offer, { key, shiftKey }: KeyboardEvent): boolean => {
    const { shortcuts, active } = shown;
    const move = (step: number) =>
      setTyping({ ...shown, active: (active + step + shortcuts.length) % shortcuts.length });
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if ((key === 'Enter' || key === 'Tab') && !shiftKey) choose(shown, shortcuts[active]);
    else if (key === 'Escape') {
      refused.current = { element: shown.field.element, start: shown.typed.start };
      setTyping(null);
    } else {
      if (LEAVING.has(key)) setTyping(null);
      return false;
    }
    return true;
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    let isUsed = false;
    if (offer?.field.element === event.target) isUsed = pressInList(offer, event);
    else if (event.key === 'Tab' && tour.current?.element === event.target) {
      isUsed = visitPlace(tour.current, event.shiftKey);
      if (!isUsed) tour.current = null;
    }
    if (!isUsed) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const onInput = (event: Event) => type(event);
    const onKey = (event: KeyboardEvent) => press(event);
    const close = () => setTyping(null);
    document.addEventListener('input', onInput);
    // Before the keys of forms, dialogs and pages.
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusout', close);
    return () => {
      document.removeEventListener('input', onInput);
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusout', close);
    };
  }, []);
  return { offer, said, choose };
}
