/** Attribute of a part's handle; its value is the part's key. */
export const HANDLE_ATTRIBUTE = 'data-move';

/** Focuses a part's handle. A part that moved to another section is a new element without focus. */
export function focusHandle(root: HTMLElement | null, partKey: string): void {
  const handles = root?.querySelectorAll<HTMLElement>(`[${HANDLE_ATTRIBUTE}]`) ?? [];
  const handle = [...handles].find((each) => each.getAttribute(HANDLE_ATTRIBUTE) === partKey);
  handle?.focus();
  handle?.scrollIntoView({ block: 'nearest' });
}
