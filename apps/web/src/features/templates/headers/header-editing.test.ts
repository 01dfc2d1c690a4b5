import { ALIGNED_TAGS, HEADER_ALIGNMENTS, HEADER_TAGS } from '@portal/domain/report-header';
import { describe, expect, it } from 'vitest';
import { canBeShown, rewrittenHtml } from './header-editing.ts';
import { headerShape } from './header-shape.ts';

/** Sample HTML for each allowed tag. */
const EXAMPLES: Readonly<Record<(typeof HEADER_TAGS)[number], string>> = {
  p: '<p>Words</p>',
  div: '<div>Words</div><div>More</div>',
  h1: '<h1>Words</h1>',
  h2: '<h2>Words</h2>',
  h3: '<h3>Words</h3>',
  h4: '<h4>Words</h4>',
  h5: '<h5>Words</h5>',
  h6: '<h6>Words</h6>',
  span: '<p>Some <span>words</span></p>',
  strong: '<p>Some <strong>words</strong></p>',
  b: '<p>Some <b>words</b></p>',
  em: '<p>Some <em>words</em></p>',
  i: '<p>Some <i>words</i></p>',
  u: '<p>Some <u>words</u></p>',
  s: '<p>Some <s>words</s></p>',
  small: '<p>Some <small>words</small></p>',
  sub: '<p>H<sub>2</sub>O</p>',
  sup: '<p>x<sup>2</sup></p>',
  br: '<p>One<br>two</p>',
  hr: '<p>One</p><hr><p>two</p>',
  ul: '<ul><li>One</li><li>two<ul><li>inner</li></ul></li></ul>',
  ol: '<ol><li>One</li><li>two</li></ol>',
  li: '<ul><li>One</li></ul>',
  blockquote: '<blockquote>Quoted</blockquote>',
};

describe('header editor', () => {
  it.each(HEADER_TAGS)('shows and saves <%s> without changing the result', (tag) => {
    const html = EXAMPLES[tag];
    expect(headerShape(rewrittenHtml(html))).toBe(headerShape(html));
    expect(canBeShown(html)).toBe(true);
  });

  it.each(HEADER_TAGS.filter((tag) => !['div', 'span', 'b', 'i'].includes(tag)))(
    'keeps the exact HTML of <%s>',
    (tag) => {
      expect(rewrittenHtml(EXAMPLES[tag])).toBe(EXAMPLES[tag]);
    },
  );

  it.each(ALIGNED_TAGS.flatMap((tag) => HEADER_ALIGNMENTS.map((alignment) => [tag, alignment] as const)))(
    'keeps <%s> aligned %s',
    (tag, alignment) => {
      const html = `<${tag} style="text-align:${alignment}">Words</${tag}>`;
      expect(canBeShown(html)).toBe(true);
      const shown = tag === 'div' ? 'p' : tag;
      const style = alignment === 'left' ? '' : ` style="text-align:${alignment}"`;
      expect(rewrittenHtml(html)).toBe(`<${shown}${style}>Words</${shown}>`);
    },
  );

  it('applies the alignment of a div to its content', () => {
    expect(rewrittenHtml('<div style="text-align:center"><h1>{{location_name}}</h1><p>Line</p></div>')).toBe(
      '<h1 style="text-align:center">{{location_name}}</h1><p style="text-align:center">Line</p>',
    );
  });

  it('supports marks nested in any order, also with line breaks', () => {
    const html = '<p><em><strong>A<br>b</strong></em> <small><u>c</u></small></p>';
    expect(canBeShown(html)).toBe(true);
  });

  it.each([
    ['words beside blocks in an aligned division', '<div style="text-align:center">Words<p>Line</p></div>'],
    ['an aligned list', '<div style="text-align:right"><ul><li>One</li></ul></div>'],
    ['a heading in an item', '<ul><li><h2>One</h2></li></ul>'],
  ])('cannot show %s', (_what, html) => {
    expect(canBeShown(html)).toBe(false);
  });

  it('distinguishes HTML that prints differently', () => {
    const shapes = [
      '<p>A</p>',
      '<h1>A</h1>',
      '<h2>A</h2>',
      '<p style="text-align:center">A</p>',
      '<p><b>A</b></p>',
      '<p><u>A</u></p>',
      '<ul><li>A</li></ul>',
      '<ol><li>A</li></ol>',
      '<blockquote>A</blockquote>',
      '<p>A</p><hr>',
      '<p>A</p><p>A</p>',
      '<p>A<br>A</p>',
      '<ul><li>A</li><li>A</li></ul>',
      '<ul><li>A</li></ul><ul><li>A</li></ul>',
    ].map((html) => headerShape(html));
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(headerShape(' <div> <p>A  <i>b</i></p>\n</div>')).toBe(headerShape('<p>A <em>b</em></p>'));
  });
});
