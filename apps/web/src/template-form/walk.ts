/** Selector for enabled inputs. Excludes the hidden text area that MUI uses to measure height. */
const CONTROLS = ['input', 'select', 'textarea'].map((tag) => `${tag}:not(:disabled, [aria-hidden])`).join();

/** Attribute of a field's container; its value is the field id. */
export const FIELD_ATTRIBUTE = 'data-template-field';

const boxesOf = (form: HTMLElement) => [...form.querySelectorAll<HTMLElement>(`[${FIELD_ATTRIBUTE}]`)];

/** The element to focus in a field. For radio buttons it is the checked one, as with the Tab key. */
const entryOf = (box: HTMLElement): HTMLElement | null =>
  box.querySelector<HTMLElement>('input[type="radio"]:checked:not(:disabled)') ??
  box.querySelector<HTMLElement>(CONTROLS);

function enter(box: HTMLElement): boolean {
  const entry = entryOf(box);
  if (entry === null) return false;
  entry.focus();
  // Selects the text, as the Tab key does, so that typing replaces it.
  if (entry instanceof HTMLInputElement && entry.type === 'text') entry.select();
  return true;
}

/** Focuses the first editable field that matches. Returns false if there is none. */
export function enterFirst(form: HTMLElement, isWanted: (fieldId: string) => boolean = () => true): boolean {
  return boxesOf(form)
    .filter((box) => isWanted(box.getAttribute(FIELD_ATTRIBUTE) ?? ''))
    .some(enter);
}

/** Whether Enter moves to the next field. In a text area it does so only with Ctrl or Command. */
export function movesOnEnter(
  target: EventTarget,
  { ctrlKey, metaKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>,
) {
  if (target instanceof HTMLTextAreaElement) return ctrlKey || metaKey;
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

/** Focuses the next (or previous) editable field. Returns false at the end of the form. */
export function enterNext(form: HTMLElement, from: Element, isBackwards: boolean): boolean {
  const boxes = boxesOf(form);
  const at = boxes.findIndex((box) => box.contains(from));
  return (isBackwards ? boxes.slice(0, Math.max(0, at)).toReversed() : boxes.slice(at + 1)).some(enter);
}
