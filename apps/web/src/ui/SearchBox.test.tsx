import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SearchBox } from './SearchBox.tsx';

/** The search box with `value` as the search in the URL. */
function box(value: string, onSearch: (search: string) => void = () => undefined) {
  return <SearchBox value={value} onSearch={onSearch} label="Search" placeholder="Search..." />;
}
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });

describe('list search box', () => {
  it('searches on Enter and on the button, not on every keystroke', async () => {
    const searches: string[] = [];
    render(box('', (search) => searches.push(search)));
    await userEvent.type(input(), 'ann');
    expect(searches).toEqual([]);
    await userEvent.type(input(), '{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(searches).toEqual(['ann', 'ann']);
  });

  it('keeps new input while the list is loading', async () => {
    const { rerender } = render(box(''));
    await userEvent.type(input(), 'ann{Enter}a');
    rerender(box('ann'));
    expect(input().value).toBe('anna');
  });

  it('follows the URL on Back and when filters are cleared', async () => {
    const { rerender } = render(box(''));
    await userEvent.type(input(), 'ann{Enter}');
    rerender(box('ann'));
    rerender(box(''));
    expect(input().value).toBe('');
    rerender(box('ann'));
    expect(input().value).toBe('ann');
  });
});
