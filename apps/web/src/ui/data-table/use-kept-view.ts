import { useContext, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { PlacesContext, visitKey } from '../places.ts';

/** When the user returns to a list, scrolls to where it was and focuses the link that had the focus. */
export function useKeptView(scroller: RefObject<HTMLElement | null>, label: string, hasRows: boolean): void {
  const places = useContext(PlacesContext);
  const key = `${visitKey(useLocation())} ${label}`;
  const isOpening = useRef(true);
  useLayoutEffect(() => {
    const list = scroller.current;
    if (!hasRows || list === null || !isOpening.current) return;
    isOpening.current = false;
    const view = places?.view(key);
    if (view === undefined) return;
    list.scrollTo({ top: view.tableTop });
    if (view.pageTop > 0) window.scrollTo(0, view.pageTop);
    const link = [...list.querySelectorAll('a')].find(
      (candidate) => candidate.getAttribute('href') === view.focusedHref,
    );
    if (isFree(document.activeElement)) link?.focus({ preventScroll: true });
  }, [places, key, scroller, hasRows]);
  useLayoutEffect(() => {
    const list = scroller.current;
    if (!hasRows || list === null) return undefined;
    return () => {
      const focused = list.contains(document.activeElement) ? document.activeElement : null;
      places?.saveView(key, {
        tableTop: list.scrollTop,
        pageTop: window.scrollY,
        focusedHref: focused?.getAttribute('href') ?? null,
      });
    };
  }, [places, key, scroller, hasRows]);
}

/** Whether nothing that the user works with has the focus: the page has just opened. */
const isFree = (active: Element | null) =>
  active === null || active === document.body || !active.isConnected || active.matches('main, h1, a, button');
