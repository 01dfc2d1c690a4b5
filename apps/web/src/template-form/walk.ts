/** What a field can be filled in with; the shadow of a text area that measures its height is none. */
const CONTROLS = ['input', 'select', 'textarea'].map((tag) => `${tag}:not(:disabled, [aria-hidden])`).join();

/** Marks the box of a field; its value is the field's id. */
export const FIELD_ATTRIBUTE = 'data-template-field';

const boxesOf = (form: HTMLElement) => [...form.querySelectorAll<HTMLElement>(`[${FIELD_ATTRIBUTE}]`)];

/** The control that a field is entered at: of radio buttons the chosen one, like the Tab key. */
const entryOf = (box: HTMLElement): HTMLElement | null =>
  box.querySelector<HTMLElement>('input[type="radio"]:checked:not(:disabled)') ??
  box.querySelector<HTMLElement>(CONTROLS);

function enter(box: HTMLElement): boolean {
  const entry = entryOf(box);
  if (entry === null) return false;
  entry.focus();
  // As the Tab key does: what is typed takes the place of what is there.
  if (entry instanceof HTMLInputElement && entry.type === 'text') entry.select();
  return true;
}

/** Puts the focus into the first field of these that can be changed; false when there is none. */
export function enterFirst(form: HTMLElement, isWanted: (fieldId: string) => boolean = () => true): boolean {
  return boxesOf(form)
    .filter((box) => isWanted(box.getAttribute(FIELD_ATTRIBUTE) ?? ''))
    .some(enter);
}

/** Whether Enter in this control goes on: everywhere, in a text area only with Ctrl or Command (a new line without). */
export function goesOn(
  target: EventTarget,
  { ctrlKey, metaKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>,
) {
  if (target instanceof HTMLTextAreaElement) return ctrlKey || metaKey;
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

/** Puts the focus into the next field that can be changed, or backwards the one before; false at the end of the form. */
export function enterNext(form: HTMLElement, from: Element, isBackwards: boolean): boolean {
  const boxes = boxesOf(form);
  const at = boxes.findIndex((box) => box.contains(from));
  return (isBackwards ? boxes.slice(0, Math.max(0, at)).toReversed() : boxes.slice(at + 1)).some(enter);
}
