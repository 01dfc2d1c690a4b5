import { useEffect } from 'react';
import { PRODUCT_TITLE } from './product.ts';

/**
 * Sets the tab's title to "{title} - Medical Portal" while the component is shown. The title goes to the browser's
 * history, so it names the screen ("Patient") and never a person.
 */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title === PRODUCT_TITLE ? title : `${title} - ${PRODUCT_TITLE}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
