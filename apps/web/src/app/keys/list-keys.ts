const isVisible = (element: Element): boolean => element.checkVisibility();

/** The link or button of a row that opens its record. */
const targetOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('.list-link') ??
  row.querySelector<HTMLElement>('a[href]') ??
  row.querySelector<HTMLElement>('button:not(:disabled)');

/** Moves the focus to the next (1) or previous (-1) row of the page's list, at first to the first row. Enter then opens it. */
export function moveInList(step: 1 | -1): boolean {
  const targets = [...document.querySelectorAll('main [data-row]')]
    .filter(isVisible)
    .flatMap((row) => targetOf(row) ?? []);
  const row = document.activeElement?.closest('[data-row]') ?? null;
  const at = targets.findIndex((target) => row?.contains(target) === true);
  const next = targets[at === -1 ? 0 : at + step];
  next?.focus();
  return next !== undefined;
}

/** Presses the button or link of the page that adds a record. */
export function pressNew(): boolean {
  const button = [...document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts="n"]')].find(isVisible);
  button?.click();
  return button !== undefined;
}

/** Focuses the search box of the page. */
export function focusSearch(): boolean {
  const box = [...document.querySelectorAll<HTMLInputElement>('main search input')].find(isVisible);
  box?.focus();
  box?.select();
  return box !== undefined;
}

/** Saves the form that has the focus, or else the only form of the page. Returns whether there is one. */
export function saveForm(): boolean {
  const forms = document.querySelectorAll<HTMLFormElement>('main form[data-saves]');
  const focused = document.activeElement?.closest<HTMLFormElement>('form[data-saves]');
  const isInDialog = document.querySelector('[role="dialog"]') !== null;
  const form = focused ?? (forms.length === 1 && !isInDialog ? forms[0] : undefined);
  if (form === undefined) return false;
  form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
  return true;
}
