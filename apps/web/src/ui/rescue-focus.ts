/** Focuses an element that the Tab key does not reach, such as a heading. */
export function focusOn(target: HTMLElement): void {
  if (target.matches('h1') && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Moves a focus that was lost with a removed element to the heading of the page, after the change that is under way. */
export function rescueFocus(): void {
  queueMicrotask(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading !== null) focusOn(heading);
  });
}
