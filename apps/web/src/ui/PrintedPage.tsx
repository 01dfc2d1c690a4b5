import { useEffect } from 'react';
import { logoAddress } from '#lib/practice-logo.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { Letterhead } from './Letterhead.tsx';
import { pageStyles } from './print-styles.ts';
import { usePrintedBy } from './use-printed-by.ts';
import { useWhilePrinting } from './use-while-printing.ts';

/**
 * What the browser prints of a page, at its top: the letterhead, and a list in landscape. Below each page are the title, who printed it
 * and when, and page numbers.
 */
export function PrintedPage({ title }: { readonly title: string }) {
  const practice = usePractice().data;
  const printedBy = usePrintedBy();
  const logo = practice?.logo?.id;
  usePicture(logo === undefined ? undefined : logoAddress(logo));
  const styles = useWhilePrinting(() => {
    // A document that is printed from a page has its own paper.
    if (document.querySelector('#print-sheet, [data-print-sheet]') !== null) return null;
    return pageStyles(
      `${title} · ${printedBy()}`,
      document.querySelector('main :is(.list-head, .list-cards)') !== null,
    );
  });
  if (styles === null) return null;
  return (
    <>
      <style>{styles}</style>
      {practice === undefined ? null : <Letterhead practice={practice} />}
    </>
  );
}

/** Keeps a picture loaded: there is no time to load one when the browser begins to print. */
function usePicture(address: string | undefined): void {
  useEffect(() => {
    if (address === undefined) return undefined;
    const picture = new Image();
    picture.src = address;
    return () => picture.removeAttribute('src');
  }, [address]);
}
