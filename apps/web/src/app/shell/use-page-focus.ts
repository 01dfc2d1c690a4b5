import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useIsShown } from '#lib/session/use-session.ts';
import { focusOn } from '#ui/rescue-focus.ts';

/** How long, in milliseconds, we wait for a page's heading and form to appear. After that the focus stays where it is. */
const PATIENCE_MS = 5000;

const isInDialog = (): boolean =>
  document.activeElement?.matches('[role="dialog"] *, [role="alertdialog"] *') === true;

/** The first field of a form that takes the focus when its page opens (`focusesFirst` of `Form`). */
const FIRST_FIELD = ['input:not([type="hidden"])', 'textarea', '[role="combobox"]']
  .map(
    (field) =>
      `form[data-focuses-first] ${field}:not(:disabled, [aria-disabled], [readonly], [aria-hidden], [hidden])`,
  )
  .join();

/**
 * After navigation, moves the focus to the first field of the page's form if the form asks for it, or else to the h1, so that
 * screen readers announce the page and the Tab key starts there. Both may appear only after the record has loaded, and the
 * heading may be replaced then. Never takes the focus away from something the user or the page has focused. On the first
 * page load, only a form takes the focus.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const isShown = useIsShown();
  const opened = useRef<string | null>(pathname);
  useEffect(() => {
    const page = main.current;
    if (page === null || !isShown) return undefined;
    if (opened.current !== pathname) opened.current = null;
    const isOpening = opened.current !== null;
    let placed: Element | null = null;
    const isFree = (active: Element | null) =>
      active === null || active === document.body || active === placed || !active.isConnected;

    /** Focuses the best target so far. Returns whether a better one may still appear. */
    const place = (): boolean => {
      const field = page.querySelector<HTMLElement>(FIRST_FIELD);
      const target = field ?? (isOpening ? null : (page.querySelector<HTMLElement>('h1') ?? page));
      if (target !== null && target !== placed) {
        focusOn(target);
        placed = target;
      }
      return field === null;
    };

    const active = document.activeElement;
    // The link outside the page that led here may still have the focus.
    const isLeft = !isOpening && (active === page || !page.contains(active));
    // A dialog keeps the focus until it is closed.
    const startsInDialog = isInDialog();
    if (!startsInDialog && ((!isFree(active) && !isLeft) || !place())) return undefined;
    const observer = new MutationObserver(() => {
      if (!isInDialog() && (!isFree(document.activeElement) || !place())) stop();
    });
    const timer = setTimeout(() => stop(), PATIENCE_MS);
    // Stop as soon as the user starts using the mouse.
    document.addEventListener('pointerdown', stop, true);
    observer.observe(startsInDialog ? document.body : page, { childList: true, subtree: true });
    function stop() {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('pointerdown', stop, true);
    }
    return stop;
  }, [pathname, main, isShown]);
}
