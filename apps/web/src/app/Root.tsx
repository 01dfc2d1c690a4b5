import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { LeaveQuestion } from '#ui/form/LeaveQuestion.tsx';
import { visitKey } from '#ui/places.ts';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { usePage } from './guards/use-page.ts';

/** Wraps every route: sets the tab's title, restores the scroll position, and asks before unsaved input is lost. */
export function Root() {
  const title = usePage()?.title;
  useEffect(() => {
    document.title = title === undefined ? PRODUCT_TITLE : `${title} | ${PRODUCT_TITLE}`;
  }, [title]);
  return (
    <>
      <Outlet />
      <LeaveQuestion />
      <ScrollRestoration getKey={visitKey} />
    </>
  );
}
