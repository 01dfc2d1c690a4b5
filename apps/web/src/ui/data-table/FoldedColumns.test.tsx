import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { foldColumns } from './FoldedColumns.tsx';
import type { Column } from './types.ts';

const columns: readonly Column<string>[] = [
  { id: 'number', header: 'Number', render: () => 'M-1' },
  { id: 'category', header: 'Category', fold: { upTo: 'wide', into: 'number' }, render: () => 'Medical' },
  {
    id: 'patient',
    header: 'Patient',
    fold: { upTo: 'narrow', into: 'number', isLabeled: true },
    render: () => 'Lee, Ann',
  },
];

describe('a column that folds into another one', () => {
  it.each([
    { width: 'full', headers: ['Number', 'Category', 'Patient'] },
    { width: 'wide', headers: ['Number', 'Patient'] },
    { width: 'medium', headers: ['Number', 'Patient'] },
    { width: 'narrow', headers: ['Number'] },
  ] as const)('leaves $headers in a $width list', ({ width, headers }) => {
    expect(foldColumns(columns, width).map(({ header }) => header)).toEqual(headers);
  });

  it('shows its content below the other one', () => {
    const [number] = foldColumns(columns, 'narrow');
    render(number?.render('row'));
    expect(screen.getByText('M-1')).toBeTruthy();
    expect(screen.getByText(/^Category:/).parentElement?.textContent).toBe('Category: Medical');
    expect(screen.getByText(/^Patient:/).parentElement?.textContent).toBe('Patient: Lee, Ann');
  });

  it('stays a column if the other one is hidden', () => {
    expect(foldColumns(columns.slice(1), 'narrow').map(({ id }) => id)).toEqual(['category', 'patient']);
  });
});
