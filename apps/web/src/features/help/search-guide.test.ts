import { describe, expect, it } from 'vitest';
import type { GuidePage } from './guide.ts';
import { sectionsOf } from './guide-sections.ts';
import { searchGuide, type Piece } from './search-guide.ts';

const aPage = (slug: string, markdown: string): GuidePage => {
  const sections = sectionsOf(markdown);
  return { slug, markdown, sections, title: sections[0]?.heading ?? '' };
};

const PAGES = [
  aPage('', '# User guide\n\nOrders and lunch\n'),
  aPage('orders', '# Orders\n\nImaging, lab work and referrals.\n\n## Cancel an order\n\nGive a reason.\n'),
  aPage(
    'timecards',
    `# Timecards\n\n## Reports\n\n${'word '.repeat(60)}lunch is (not) counted ${'end '.repeat(60)}\n\n## Lunch\n\nTake a break.\n`,
  ),
];

const marked = (pieces: readonly Piece[] | null) =>
  pieces?.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');
const find = (search: string) => searchGuide(PAGES, search).map(({ to }) => to);

describe('search in the guide', () => {
  it('finds sections that contain all words, in any case and order, in title, heading or text', () => {
    expect(find('REASON cancel')).toEqual(['/help/orders#cancel-an-order']);
    expect(find('orders lab')).toEqual(['/help/orders']);
    expect(find('cancel lunch')).toEqual([]);
    expect(find(' ')).toEqual([]);
  });

  it('lists sections with the words in their heading first, and never the contents page', () => {
    expect(find('lunch')).toEqual(['/help/timecards#lunch', '/help/timecards#reports']);
  });

  it('shows the text around the first hit and marks every hit', () => {
    const [, hit] = searchGuide(PAGES, 'lunch');
    expect(marked(hit?.heading ?? null)).toBe('Reports');
    expect(marked(hit?.excerpt ?? [])).toMatch(/^… word .*word \[lunch\] is \(not\) counted end .* end …$/);
    expect(marked(searchGuide(PAGES, 'break lunch')[0]?.excerpt ?? [])).toBe('Take a [break].');
    expect(marked(searchGuide(PAGES, 'break lunch')[0]?.heading ?? null)).toBe('[Lunch]');
    expect(marked(searchGuide(PAGES, 'orders lab')[0]?.title ?? [])).toBe('[Orders]');
    expect(searchGuide(PAGES, 'orders lab')[0]?.heading).toBeNull();
  });

  it('takes special characters literally', () => {
    expect(marked(searchGuide(PAGES, '(not)')[0]?.excerpt ?? [])).toContain('is [(not)] counted');
    expect(find('.*')).toEqual([]);
  });
});
