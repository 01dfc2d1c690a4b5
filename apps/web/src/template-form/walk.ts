/** Selector for enabled inputs. Excludes the hidden text area that MUI uses to measure height. */
const CONTROLS = ['input', 'select', 'textarea'].map((tag) => `${tag}:not(:disabled, [aria-hidden])`).join();

/** Attribute of a field's container; its value is the field id. */
export const FIELD_ATTRIBUTE = 'data-template-field';
/** Attribute of the container of a cell in a field's rows; its value is the column id. */
export const CELL_ATTRIBUTE = 'data-template-cell';
/** Attribute of cells with a missing or invalid value. */
export const ATTENTION_ATTRIBUTE = 'data-needs-attention';

const boxesOf = (form: HTMLElement) => [...form.querySelectorAll<HTMLElement>(`[${FIELD_ATTRIBUTE}]`)];

/** The containers that Enter goes through: those of cells instead of their field's. */
const stopsOf = (form: HTMLElement) =>
  [...form.querySelectorAll<HTMLElement>(`[${FIELD_ATTRIBUTE}], [${CELL_ATTRIBUTE}]`)].filter(
    (box) => box.querySelector(`[${CELL_ATTRIBUTE}]`) === null,
  );

/** The element to focus in a field. For radio buttons it is the checked one, as with the Tab key. */
const entryOf = (box: HTMLElement): HTMLElement | null =>
  box.querySelector<HTMLElement>('input[type="radio"]:checked:not(:disabled)') ??
  box.querySelector<HTMLElement>(CONTROLS);

/** Whether an input holds a line of text. */
export const isOneLine = ({ type }: HTMLInputElement): boolean => type === 'text';

/** Focuses the control of a field or cell: of rows, the first cell that needs attention. Returns false if none can be changed. */
export function enter(box: HTMLElement): boolean {
  const entry = entryOf(box.querySelector<HTMLElement>(`[${ATTENTION_ATTRIBUTE}]`) ?? box);
  if (entry === null) return false;
  entry.focus();
  // Selects the text, as the Tab key does, so that typing replaces it.
  if (entry instanceof HTMLInputElement && isOneLine(entry)) entry.select();
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

/** Focuses the next (or previous) editable field or cell. Returns false at the end of the form. */
export function enterNext(form: HTMLElement, from: Element, isBackwards: boolean): boolean {
  const boxes = stopsOf(form);
  const at = boxes.findIndex((box) => box.contains(from));
  return (isBackwards ? boxes.slice(0, Math.max(0, at)).toReversed() : boxes.slice(at + 1)).some(enter);
}
