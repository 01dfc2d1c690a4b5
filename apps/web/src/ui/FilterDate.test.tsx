import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { FilterDate } from './FilterDate.tsx';

/** A list whose address follows the filter late, one change at each step. */
function lateList() {
  const steps: (() => void)[] = [];
  function List() {
    const [date, setDate] = useState('2026-03-04');
    return (
      <>
        <FilterDate label="From" value={date} onChange={(next) => steps.push(() => setDate(next))} />
        <button type="button" onClick={() => setDate('2026-01-02')}>
          Back
        </button>
      </>
    );
  }
  render(<List />);
  return { follow: () => act(() => steps.shift()?.()), user: userEvent.setup() };
}
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });

it('keeps what is typed when the address of the list follows late', async () => {
  const { follow, user } = lateList();
  await user.clear(box());
  await user.type(box(), '05');
  follow();
  expect(box().value).toBe('05');
  await user.type(box(), '062026');
  expect(box().value).toBe('05/06/2026');
  await user.type(box(), '{Backspace}7');
  follow();
  expect(box().value).toBe('05/06/2027');
  follow();
  expect(box().value).toBe('05/06/2027');
});

it('follows the address when something else changes it, such as Back', async () => {
  const { follow, user } = lateList();
  await user.clear(box());
  await user.type(box(), '05062026');
  follow();
  follow();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(box().value).toBe('01/02/2026');
});
