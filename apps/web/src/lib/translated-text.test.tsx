import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DetailList } from '#ui/DetailList.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordNames } from '#ui/RecordNames.tsx';
import { TopBarTitle } from '#ui/top-bar-title.ts';
import { SelectionBar } from '#ui/bulk/SelectionBar.tsx';
import { translatePage } from './test/translate.ts';
import { installTranslatedText } from './translated-text.ts';

let end = () => {};
beforeEach(() => {
  end = installTranslatedText(document);
});
afterEach(() => end());

/** Shows one content, lets a browser translate it, and shows the next one. Returns the text of the page. */
async function change(before: ReactNode, after: ReactNode): Promise<string | null> {
  const { rerender } = render(<main>{before}</main>);
  translatePage();
  // Translators work in tasks of their own.
  await Promise.resolve();
  rerender(<main>{after}</main>);
  await Promise.resolve();
  return screen.getByRole('main').textContent;
}

const bar = (selected: number) => <SelectionBar count={selected} actions={[]} onClear={() => {}} />;
const count = (selected: number) => <p>{selected} selected</p>;
const status = (words: string | null) => (
  <p>
    Note {words} <b>by Ann</b>
  </p>
);
const list = (names: readonly string[]) => names.map((name) => <li key={name}>{name} Smith</li>);

describe('a page that a browser translates', () => {
  it.each<[string, ReactNode, ReactNode, string]>([
    ['a text changes', count(1), count(2), '2« selected»'],
    ['a text goes', status('saved'), status(null), '«Note » «by Ann»'],
    ['a text comes before another', status(null), status('saved'), '«Note »saved «by Ann»'],
    [
      'an element comes before a text',
      <p key="a">{null}Total</p>,
      <p key="a">
        <b>The </b>Total
      </p>,
      'The «Total»',
    ],
    ['texts without an element go', <>{'Saved'}</>, null, ''],
    ['rows are sorted anew', list(['Ann', 'Bob']), list(['Bob', 'Ann']), '«Bob»« Smith»«Ann»« Smith»'],
  ])('stays usable when %s', async (_what, before, after, expected) => {
    expect(await change(before, after)).toBe(expected);
  });

  it('shows how many rows are selected', async () => {
    await change(bar(1), bar(2));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2« selected»'));
  });

  it('can be translated again', async () => {
    const { rerender } = render(count(1));
    for (const selected of [2, 3]) {
      translatePage();
      await Promise.resolve();
      rerender(count(selected));
      await waitFor(() => expect(document.body.textContent).toBe(`${selected}« selected»`));
    }
  });

  it('leaves other mistakes as they are', () => {
    expect(() => document.body.removeChild(document.createTextNode('x'))).toThrow(DOMException);
  });
});

describe('what a record says', () => {
  it.each<[string, ReactNode]>([
    ['fields', <DetailList key="a" items={[{ label: 'Name', value: 'Ann Green' }]} />],
    ['a title', <PageHeader key="a" title="Ann Green" subtitle="Ann Green" />],
    ['names in a question', <RecordNames key="a" names={['Ann Green']} />],
  ])('is not translated: %s', (_what, content) => {
    const { container } = render(<TopBarTitle value="Patient">{content}</TopBarTitle>);
    translatePage();
    expect(container.textContent).toContain('Ann Green');
    expect(container.textContent).not.toContain('«Ann Green»');
  });
});
