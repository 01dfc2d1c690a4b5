// cspell:ignore labelledby

/** The filters that are set in a filter bar, for paper: "Status: Pending". */
export function filterWords(bar: HTMLElement): readonly string[] {
  const fields = [
    ...bar.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      ':is(input[type="text"], input:not([type]), textarea):not([aria-hidden="true"])',
    ),
  ].filter(({ value }) => value.trim() !== '');
  const selects = [...bar.querySelectorAll<HTMLElement>('[role="combobox"]:not(input)')].filter(
    (select) => select.parentElement?.querySelector('input')?.value !== '',
  );
  const switches = [...bar.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:checked')];
  const words = new Map<Element, string>([
    ...fields.map((field) => [field, `${nameOf(field)}: ${field.value.trim()}`] as const),
    ...selects.map((select) => [select, `${nameOf(select)}: ${select.textContent}`] as const),
    ...switches.map((box) => [box, nameOf(box)] as const),
  ]);
  return [...words]
    .toSorted(([a], [b]) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map(([, text]) => text);
}

/** The name of a control: its own label, its visible one, or the text around it. */
function nameOf(control: HTMLElement): string {
  const own = control.getAttribute('aria-label');
  if (own !== null) return own;
  const id = control.getAttribute('aria-labelledby')?.split(' ')[0] ?? '';
  const label =
    (id === '' ? null : document.getElementById(id)) ??
    (control instanceof HTMLInputElement ? control.labels?.[0] : undefined) ??
    control.closest('label');
  return label?.textContent.trim() ?? '';
}
