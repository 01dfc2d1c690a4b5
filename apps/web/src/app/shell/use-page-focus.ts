import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';

/** Milliseconds a page may take to show its heading and its form; afterwards the focus stays where it is. */
const PATIENCE_MS = 5000;

/** The first field of a form that is there to be filled in as soon as its page opens (`focusesFirst` of `Form`). */
const FIRST_FIELD = ['input:not([type="hidden"])', 'textarea', '[role="combobox"]']
  .map(
    (field) => `form[data-focuses-first] ${field}:not(:disabled, [aria-disabled], [readonly], [aria-hidden])`,
  )
  .join();

/**
 * After navigation the focus goes to the first field of the page's form if it is there to be filled in at once, else to the h1, so that a
 * screen reader says where it is and the Tab key starts there. Both may come with the record, and the heading may be drawn anew with it. The
 * focus is never taken from anything the user or the page has given it to. When the portal opens, only a form takes it.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const opened = useRef<string | null>(pathname);
  useEffect(() => {
    const page = main.current;
    if (page === null) return undefined;
    if (opened.current !== pathname) opened.current = null;
    const isOpening = opened.current !== null;
    let placed: Element | null = null;
    const isFree = (active: Element | null) =>
      active === null || active === document.body || active === placed || !active.isConnected;

    /** Whether there is anything left to wait for. */
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
    // The link that led here, outside of the page, may still have the focus.
    const isLeft = !isOpening && (active === page || !page.contains(active));
    if ((!isFree(active) && !isLeft) || !place()) return undefined;
    const observer = new MutationObserver(() => {
      if (!isFree(document.activeElement) || !place()) stop();
    });
    const timer = setTimeout(() => stop(), PATIENCE_MS);
    // Whoever has begun something with the mouse is not called back either.
    document.addEventListener('pointerdown', stop, true);
    observer.observe(page, { childList: true, subtree: true });
    function stop() {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('pointerdown', stop, true);
    }
    return stop;
  }, [pathname, main]);
}

function focusOn(target: HTMLElement): void {
  if (target.matches('h1') && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
