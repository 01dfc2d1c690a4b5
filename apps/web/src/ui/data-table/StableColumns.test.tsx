import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { StableColumns } from './StableColumns.tsx';

function List({ rows, columns = 2 }: { readonly rows: readonly string[]; readonly columns?: number }) {
  const table = useRef<HTMLTableElement>(null);
  return (
    <StableColumns table={table} rows={rows}>
      <div>
        <table ref={table}>
          <thead>
            <tr>
              <th style={{ width: 100 }}>Number</th>
              {columns === 1 ? null : <th>Name</th>}
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>{rows.join()}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </StableColumns>
  );
}

/** The table fits into its place if `room` is 400. */
function layOut(room: number) {
  const spies = [
    vi.spyOn(HTMLTableCellElement.prototype, 'getBoundingClientRect').mockImplementation(function widthOf(
      this: HTMLElement,
    ) {
      return new DOMRect(0, 0, this.textContent === 'Number' ? 100 : 300, 40);
    }),
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(room),
  ];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
}

const widths = () =>
  screen.getAllByRole('columnheader').map(({ style }) => [style.width, style.minWidth].join('/'));

it('keeps the widths of the columns for other rows, until the window is resized', () => {
  layOut(400);
  const { rerender } = render(<List rows={['1']} />);
  expect(widths()).toEqual(['100px/', '/']);
  rerender(<List rows={['2']} />);
  expect(widths()).toEqual(['25%/', '75%/']);
  window.dispatchEvent(new Event('resize'));
  expect(widths()).toEqual(['100px/', '/']);
});

it('keeps the columns of a table that scrolls from shrinking', () => {
  layOut(300);
  const { rerender } = render(<List rows={['1']} />);
  rerender(<List rows={['2']} />);
  expect(widths()).toEqual(['100px/100px', '/300px']);
});

it('lets the columns of a table shrink that fitted until its rows brought a scrollbar', () => {
  layOut(400);
  const { rerender } = render(<List rows={['1']} />);
  const place = vi.spyOn(Element.prototype, 'clientWidth', 'get');
  onTestFinished(() => place.mockRestore());
  place.mockImplementation(function room(this: Element) {
    return this.textContent.includes('2') ? 385 : 400;
  });
  rerender(<List rows={['2']} />);
  expect(widths()).toEqual(['25%/', '75%/']);
});

it('releases the widths when the columns change', () => {
  layOut(400);
  const { rerender } = render(<List rows={['1']} />);
  rerender(<List rows={['2']} />);
  rerender(<List rows={['3']} columns={1} />);
  expect(widths()).toEqual(['100px/']);
});
