import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveSearchBox } from './LiveSearchBox.tsx';

/** Shows the box above a list, and records its searches. */
function show() {
  const searches: string[] = [];
  function List() {
    const [search, setSearch] = useState('');
    return (
      <>
        <LiveSearchBox
          value={search}
          onSearch={(text) => {
            searches.push(text);
            setSearch(text);
          }}
          label="Search titles"
          placeholder="Search..."
        />
        <button type="button" onClick={() => setSearch('')}>
          Clear Filters
        </button>
      </>
    );
  }
  render(<List />);
  return searches;
}
const box = () => screen.getByLabelText<HTMLInputElement>('Search titles');
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('live search box', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('searches 300 ms after the last keystroke, with at least 2 characters', () => {
    const searches = show();
    type('n');
    wait(1000);
    expect(searches).toEqual([]);
    type('nu');
    wait(299);
    type('nur');
    wait(299);
    expect(searches).toEqual([]);
    wait(1);
    expect(searches).toEqual(['nur']);
    type('nurs ');
    type('nur ');
    wait(1000);
    expect(searches).toEqual(['nur']);
  });

  it('resets the search for fewer than 2 characters and after clearing', () => {
    const searches = show();
    type('nurse');
    wait(300);
    type('n');
    wait(300);
    expect(searches).toEqual(['nurse', '']);
    type('nurse');
    wait(300);
    fireEvent.click(screen.getByLabelText('Clear search'));
    wait(300);
    expect(searches.at(-1)).toBe('');
    expect(document.activeElement).toBe(box());
  });

  it('follows the list when something else clears it', () => {
    const searches = show();
    type('nurse');
    wait(300);
    fireEvent.click(screen.getByText('Clear Filters'));
    expect(box().value).toBe('');
    wait(300);
    expect(searches).toEqual(['nurse']);
  });

  it('searches at once on Enter, also for one character', () => {
    const searches = show();
    type('nurse');
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(searches).toEqual(['nurse']);
    wait(1000);
    type('7');
    fireEvent.keyDown(box(), { key: 'Enter' });
    wait(1000);
    expect(searches).toEqual(['nurse', '7']);
  });
});
