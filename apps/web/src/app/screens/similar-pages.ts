import type { OpenPage } from '../routes/page.ts';

const MOST = 4;
/** Words that start alike are similar: "order" and "orders". */
const SAME_START = 4;

/** The pages whose address or title has a word that starts like one of the address, those with the most such words first. */
export function similarPages(address: string, pages: readonly OpenPage[]): readonly OpenPage[] {
  const starts = wordsOf(address).map((word) => word.slice(0, SAME_START));
  const alike = ({ path, title }: OpenPage) => {
    const words = wordsOf(`${path} ${title}`);
    return starts.filter((start) => words.some((word) => word.startsWith(start))).length;
  };
  return pages
    .map((page) => ({ page, count: alike(page) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST)
    .map(({ page }) => page);
}

/** The words that say something: not "of", and no ids. */
const wordsOf = (text: string) => text.toLowerCase().match(/\b[a-z]{3,}\b/g) ?? [];
