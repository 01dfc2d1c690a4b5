import type { GuidePage } from './guide.ts';

/** A piece of text; `isHit` if it is a searched word. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** A section that contains all searched words. */
export interface GuideHit {
  /** Address in the portal. */
  readonly to: string;
  /** The page's title. */
  readonly title: readonly Piece[];
  /** Null for the beginning of a page. */
  readonly heading: readonly Piece[] | null;
  readonly excerpt: readonly Piece[];
}

/** Length of an excerpt in characters, and how many of them come before the first hit. */
const EXCERPT = 180;
const BEFORE = 50;

/**
 * The sections that contain every searched word in page title, heading or text, in any order and as part of a word. Sections
 * whose heading has all words come first, then those whose page title and heading together have them.
 */
export function searchGuide(pages: readonly GuidePage[], search: string): GuideHit[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return pages
    .filter(({ slug }) => slug !== '')
    .flatMap((page) => page.sections.map((section) => ({ page, section })))
    .flatMap(({ page, section }) => {
      const headings = `${page.title} ${section.heading}`;
      if (!hasAll(`${headings} ${section.text}`)) return [];
      const rank = hasAll(section.heading) ? 0 : hasAll(headings) ? 1 : 2;
      return { page, section, rank };
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ page, section: { anchor, heading, text } }) => ({
      to: `/help/${page.slug}${anchor === '' ? '' : `#${anchor}`}`,
      title: piecesOf(page.title, words),
      heading: anchor === '' ? null : piecesOf(heading, words),
      excerpt: piecesOf(excerptOf(text, words), words),
    }));
}

/** The text around the first searched word. */
function excerptOf(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const first = Math.min(text.length, ...places);
  const wanted = places.length === 0 ? 0 : Math.max(0, first - BEFORE);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const end = text.length <= start + EXCERPT ? text.length : text.lastIndexOf(' ', start + EXCERPT);
  return `${start === 0 ? '' : '… '}${text.slice(start, end)}${end === text.length ? '' : ' …'}`;
}

const escaped = (word: string): string => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

function piecesOf(text: string, words: readonly string[]): Piece[] {
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'gi');
  return text
    .split(pattern)
    .map((piece, at) => ({ text: piece, isHit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
