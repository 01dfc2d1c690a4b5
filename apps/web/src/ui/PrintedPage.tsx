import { fullName } from '@portal/domain/person-name';
import { usePractice } from '#lib/query/use-practice.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { pageStyles } from './print-styles.ts';
import { useWhilePrinting } from './use-while-printing.ts';

/** What the browser prints of a page: a list in landscape, with the practice, the title, who printed it, and page numbers below. */
export function PrintedPage({ title }: { readonly title: string }) {
  const practice = usePractice().data?.name;
  const { firstName, lastName } = useCurrentUser();
  const name = fullName(firstName, lastName);
  const styles = useWhilePrinting(() => {
    // A document that is printed from a page has its own paper.
    if (document.querySelector('#print-sheet, [data-print-sheet]') !== null) return '';
    const parts = [practice ?? '', title, `Printed by ${name}`].filter((part) => part !== '');
    return pageStyles(
      parts.join(' · '),
      document.querySelector('main :is(.list-head, .list-cards)') !== null,
    );
  });
  return styles === null ? null : <style>{styles}</style>;
}
