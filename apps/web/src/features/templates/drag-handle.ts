/** Marks the handle of a part; its value is the part's key. */
export const HANDLE_ATTRIBUTE = 'data-move';

/** Gives the focus to a part's handle: in another section a moved part is another element. */
export function focusHandle(root: HTMLElement | null, partKey: string): void {
  const handles = root?.querySelectorAll<HTMLElement>(`[${HANDLE_ATTRIBUTE}]`) ?? [];
  const handle = [...handles].find((each) => each.getAttribute(HANDLE_ATTRIBUTE) === partKey);
  handle?.focus();
  handle?.scrollIntoView({ block: 'nearest' });
}
