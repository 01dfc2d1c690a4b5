import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';

/** Milliseconds a page may take to show its heading; afterwards the focus stays on the page itself. */
const PATIENCE_MS = 5000;

/**
 * After navigation the focus goes to the page's h1, so that a screen reader says where it is and the Tab key starts there.
 * Not on the first page, and not when the new page has already put the focus into a field of its own.
 */
export function useFocusHeading(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    const page = main.current;
    if (last.current === pathname || page === null) return undefined;
    last.current = pathname;
    if (page.contains(document.activeElement) && document.activeElement !== page) return undefined;
    if (focusHeading(page)) return undefined;
    page.focus({ preventScroll: true });
    // The heading comes with the record; whoever has moved on by then is not called back.
    const observer = new MutationObserver(() => {
      if (document.activeElement !== page || focusHeading(page)) observer.disconnect();
    });
    observer.observe(page, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [pathname, main]);
}

function focusHeading(page: HTMLElement): boolean {
  const heading = page.querySelector<HTMLElement>('h1');
  if (heading === null) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
