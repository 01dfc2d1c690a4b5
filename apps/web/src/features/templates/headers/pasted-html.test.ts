import { describe, expect, it } from 'vitest';
import { rewrittenHtml } from './header-editing.ts';
import { pastedHtml } from './pasted-html.ts';

const pasted = (html: string) => rewrittenHtml(pastedHtml(html));

/** A list item as Word copies it. */
const item = (marker: string, text: string, level = 1, list = 'l0 level* lfo1') =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:${list.replace('*', String(level))}'>` +
  `<![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span\n` +
  `style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`;
const copied = (body: string) => `<html><body><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

describe('a list of Word', () => {
  it('becomes a list with its levels', () => {
    expect(
      pasted(
        copied(
          `<p class=MsoNormal>Before</p>${item('·', '<b>One</b>')}${item('o', 'inner', 2)}${item('·', 'two')}<p>After</p>`,
        ),
      ),
    ).toBe(
      '<p>Before</p><ul><li><strong>One</strong><ul><li>inner</li></ul></li><li>two</li></ul><p>After</p>',
    );
  });

  it('becomes a numbered list', () => {
    expect(pasted(copied(item('1.', 'One') + item('a.', 'inner', 2) + item('2.', 'two')))).toBe(
      '<ol><li>One<ol><li>inner</li></ol></li><li>two</li></ol>',
    );
  });

  it('becomes two lists if it is two', () => {
    expect(pasted(item('1)', 'One') + item('·', 'dot', 1, 'l1 level* lfo2'))).toBe(
      '<ol><li>One</li></ol><ul><li>dot</li></ul>',
    );
  });

  it('stays text with its numbers if it does not begin with 1', () => {
    expect(pasted(item('3.', 'Three') + item('4.', 'four'))).toBe('<p>3. Three</p><p>4. four</p>');
  });
});

describe('a table', () => {
  it('becomes a line for each row, with a space between its cells', () => {
    expect(
      pasted(
        copied(
          '<table><colgroup><col></colgroup><tr><td>Spine Center</td><td></td><td class=xl65>555-0100</td></tr>' +
            '<tr><td></td></tr><tr><th><p>12 Oak Street</p></th><td><p class=MsoNormal><b>Austin</b></p></td></tr></table>',
        ),
      ),
    ).toBe('<p>Spine Center 555-0100</p><p>12 Oak Street <strong>Austin</strong></p>');
  });

  it('keeps the lines of its cells, and tables in them', () => {
    expect(
      pasted(
        '<table><tr><td><p>One</p><p>two</p></td><td>three<br>four</td></tr>' +
          `<tr><td><table><caption>Hours</caption><tr><td>a</td><td>b</td></tr></table></td><td>${item('·', 'c')}</td></tr></table>`,
      ),
    ).toBe('<p>One</p><p>two</p><p>three<br>four</p><p>Hours</p><p>a b</p><ul><li>c</li></ul>');
  });
});

it('is otherwise unchanged, with the line breaks of other programs', () => {
  expect(pastedHtml('<p data-pm-slice="1 1 []">One\u000Btwo</p>')).toBe(
    '<p data-pm-slice="1 1 []">One<br>two</p>',
  );
});
