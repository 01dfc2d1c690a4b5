import { FormControlLabel, Switch } from '@mui/material';
import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { expect, it } from 'vitest';
import { FilterBar } from './FilterBar.tsx';
import { FilterDate } from './FilterDate.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import { LiveSearchBox } from './LiveSearchBox.tsx';

const nothing = () => undefined;
const STATUS = [{ value: 'Pending', label: 'Pending' }] as const;

function Bar({ isSet }: { readonly isSet: boolean }) {
  return (
    <FilterBar list={{ isFiltered: isSet, filters: {}, clearFilters: nothing }}>
      <LiveSearchBox
        value={isSet ? 'knee' : ''}
        onSearch={nothing}
        label="Search orders"
        placeholder="Text"
      />
      <FilterSelect label="Status" value={isSet ? 'Pending' : ''} options={STATUS} onChange={nothing} />
      <FilterSelect label="Other status" value="" options={STATUS} onChange={nothing} />
      <FilterDate label="Start Date" value={isSet ? '2026-11-02' : ''} onChange={nothing} />
      <FormControlLabel label="Show cancelled" control={<Switch checked={isSet} onChange={nothing} />} />
    </FilterBar>
  );
}
const print = (event: 'beforeprint' | 'afterprint') =>
  act(() => {
    window.dispatchEvent(new Event(event));
  });

it('prints the filters in words, in the order of the bar', () => {
  render(<Bar isSet />);
  print('beforeprint');
  screen.getByText('Search orders: knee · Status: Pending · Start Date: 11/02/2026 · Show cancelled');
  print('afterprint');
  expect(screen.queryByText(/Status: Pending/)).toBeNull();
});

it('says on paper that there are no filters', () => {
  render(<Bar isSet={false} />);
  print('beforeprint');
  expect(document.body.textContent).toContain('No filters');
});
