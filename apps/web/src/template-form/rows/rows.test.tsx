import { templateContent } from '@portal/domain/template/content';
import type { FieldValue, FieldValues, Row } from '@portal/domain/template/value';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { ToastOutlet } from '#ui/ToastOutlet.tsx';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { TemplateForm, type TemplateFormHandle } from '../TemplateForm.tsx';
import { useTemplateForm, type TemplateFormOptions } from '../use-template-form.ts';

const COLUMNS = [
  { id: 'level', label: 'Level', type: 'select', options: ['L4-L5', 'L5-S1'], required: true },
  { id: 'seconds', label: 'Seconds', type: 'text', maxLength: 4, placeholder: '90' },
  { id: 'tested', label: 'Tested', type: 'checkbox' },
];

/** Renders a form with rows between two text fields. */
function show(more: object = {}, options: TemplateFormOptions = {}) {
  const content = templateContent.parse({
    version: 1,
    sections: [
      {
        id: 's',
        title: 'Details',
        fields: [
          { id: 'before', label: 'Before', type: 'text' },
          { id: 'lesions', label: 'Lesions', type: 'rows', columns: COLUMNS, ...more },
          { id: 'after', label: 'After', type: 'text' },
        ],
      },
    ],
  });
  const handle = createRef<TemplateFormHandle>();
  const entered: FieldValues[] = [];
  const Screen = () => {
    const form = useTemplateForm(content, options);
    useEffect(() => void entered.push(form.entered), [form.entered]);
    return <TemplateForm form={form} ref={handle} />;
  };
  render(
    <ToastProvider>
      <Screen />
      <ToastOutlet sx={{}} />
    </ToastProvider>,
  );
  return {
    user: userEvent.setup({ delay: null }),
    handle,
    lesions: (): FieldValue | undefined => entered.at(-1)?.['lesions'],
  };
}

const level = (row: number) => screen.getByRole('combobox', { name: `Level, row ${row}` });
const seconds = (row: number) => screen.getByRole('textbox', { name: `Seconds, row ${row}` });
const tested = (row: number) => screen.getByRole('checkbox', { name: `Tested, row ${row}` });
const box = (name: string) => screen.getByRole('textbox', { name });
const focused = () => document.activeElement;
const rowCount = () => screen.getAllByRole('button', { name: /^Remove row/ }).length;
const rows = (...all: readonly Row[]) => ({ initial: { lesions: all } });

describe('rows in a form', () => {
  it('are a table with the name of the field, and start with one empty row', () => {
    show();
    const table = screen.getByRole('table', { name: 'Lesions' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['#', 'Level *', 'Seconds', 'Tested']);
    expect(rowCount()).toBe(1);
    expect(seconds(1)).toMatchObject({ placeholder: '90' });
  });

  it('start with as many rows as are needed', () => {
    show({ minRows: 3 });
    expect(rowCount()).toBe(3);
  });

  it('are filled in by keyboard: Enter goes through the cells, adds a row, and leaves an empty one', async () => {
    const { user, lesions } = show();
    await user.click(box('Before'));
    await user.keyboard('{Enter}');
    expect(focused()).toBe(level(1));
    await user.selectOptions(level(1), 'L5-S1');
    await user.keyboard('{Enter}80{Enter}');
    expect(focused()).toBe(tested(1));
    await user.keyboard(' {Enter}');
    expect(focused()).toBe(level(2));
    expect(lesions()).toEqual([{ level: 'L5-S1', seconds: '80', tested: true }, {}]);
    await user.keyboard('{Enter}{Enter}{Enter}');
    expect(focused()).toBe(box('After'));
    expect(rowCount()).toBe(2);
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(focused()).toBe(tested(2));
  });

  it('can be reached row by row with the arrows, and cell by cell with Tab', async () => {
    const { user } = show({}, rows({ seconds: '1' }, { seconds: '2' }));
    await user.click(seconds(1));
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe(seconds(2));
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe(seconds(2));
    await user.keyboard('{ArrowUp}{Tab}');
    expect(focused()).toBe(tested(1));
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe(tested(2));
    await user.keyboard('{ArrowUp}{Tab}');
    expect(focused()).toBe(level(2));
  });

  it('are added, duplicated and removed by buttons up to the most rows', async () => {
    const { user, lesions } = show({ maxRows: 3 });
    await user.type(seconds(1), '80');
    await user.click(screen.getByRole('button', { name: 'Add row to Lesions' }));
    await waitFor(() => expect(focused()).toBe(level(2)));
    await user.click(screen.getByRole('button', { name: 'Duplicate row 1 of Lesions' }));
    await waitFor(() => expect(focused()).toBe(level(2)));
    expect(lesions()).toEqual([{ seconds: '80' }, { seconds: '80' }, {}]);
    expect(screen.getByRole('button', { name: 'Add row to Lesions' })).toMatchObject({ disabled: true });
    expect(screen.getByText('At most 3 rows.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove row 3 of Lesions' }));
    expect(lesions()).toEqual([{ seconds: '80' }, { seconds: '80' }]);
    await waitFor(() =>
      expect(focused()).toBe(screen.getByRole('button', { name: 'Remove row 2 of Lesions' })),
    );
  });

  it('are duplicated and removed by keys, and a removed row comes back', async () => {
    const { user, lesions } = show({}, rows({ seconds: '1' }, { seconds: '2' }, { seconds: '3' }));
    await user.click(seconds(2));
    await user.keyboard('{Control>}{Delete}{/Control}');
    expect(lesions()).toEqual([{ seconds: '1' }, { seconds: '3' }]);
    await waitFor(() => expect(focused()).toBe(seconds(2)));
    await user.type(seconds(1), '0');
    expect(screen.getAllByText('Row 2 of Lesions was removed')).not.toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(lesions()).toEqual([{ seconds: '10' }, { seconds: '2' }, { seconds: '3' }]);
    await waitFor(() => expect(focused()).toBe(level(2)));
    await user.keyboard('{Control>}d{/Control}');
    expect(lesions()).toEqual([{ seconds: '10' }, { seconds: '2' }, { seconds: '2' }, { seconds: '3' }]);
  });

  it('come back one after the other when several were removed at the same place', async () => {
    const all = [{ seconds: '1' }, { seconds: '2' }, { seconds: '3' }];
    const { user, lesions } = show({}, rows(...all));
    await user.click(seconds(1));
    await user.keyboard('{Control>}{Delete}{Delete}{/Control}');
    expect(lesions()).toEqual([{ seconds: '3' }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(lesions()).toEqual([{ seconds: '2' }, { seconds: '3' }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(lesions()).toEqual(all);
  });

  it('leave an empty row when the last one is removed', async () => {
    const { user, lesions } = show({}, rows({ seconds: '1' }));
    await user.click(seconds(1));
    await user.keyboard('{Control>}{Delete}{/Control}');
    await waitFor(() => expect(focused()).toBe(seconds(1)));
    expect(lesions()).toEqual([{}]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(lesions()).toEqual([{ seconds: '1' }]);
  });
});

describe('problems in rows', () => {
  it('are said at their cell: a missing value only on request, and the first one gets the focus', async () => {
    const { user, handle } = show({ minRows: 2 }, rows({ level: 'L4-L5' }, { seconds: '12345' }));
    expect(screen.getByText('1 character too many (4 allowed)')).toBeTruthy();
    expect(screen.queryByText('Level is required')).toBeNull();
    expect(handle.current?.focusFirstMissing()).toBe(true);
    expect(await screen.findByText('Level is required')).toBeTruthy();
    expect(focused()).toBe(level(2));
    expect(level(2).getAttribute('aria-invalid')).toBe('true');
    await user.selectOptions(level(2), 'L4-L5');
    await user.clear(seconds(2));
    expect(handle.current?.focusFirstMissing()).toBe(false);
  });

  it('are said for the number of rows, and for a required field without rows', async () => {
    const { user, handle } = show({ minRows: 2, required: true });
    expect(handle.current?.focusFirstMissing()).toBe(true);
    expect(await screen.findByText('Lesions is required')).toBeTruthy();
    await user.selectOptions(level(1), 'L4-L5');
    expect(screen.getByText('Enter at least 2 rows.')).toBeTruthy();
    expect(screen.getByRole('group', { name: /Lesions/ })).toMatchObject({});
  });
});

describe('a table pasted from a spreadsheet', () => {
  it('fills cells and adds rows; what is no option is said at its cell', async () => {
    const { user, lesions } = show({}, rows({ level: 'L4-L5', seconds: '1' }));
    await user.click(level(1));
    await user.paste('l5-s1\t"80"\tx\r\nL9\t90\tNo\r\n');
    expect(lesions()).toEqual([
      { level: 'L5-S1', seconds: '80', tested: true },
      { level: 'L9', seconds: '90', tested: false },
    ]);
    expect(screen.getByText('Not an option: "L9".')).toBeTruthy();
    // Another change of the row keeps what was pasted.
    await user.type(seconds(2), '0');
    expect(lesions()).toMatchObject([{}, { level: 'L9', seconds: '900' }]);
    expect(screen.getByText('Not an option: "L9".')).toBeTruthy();
  });

  it('can be undone until the rows change', async () => {
    const { user, lesions } = show({}, rows({ seconds: '1' }));
    await user.click(seconds(1));
    await user.paste('2\n3');
    expect(lesions()).toEqual([{ seconds: '2' }, { seconds: '3' }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(lesions()).toEqual([{ seconds: '1' }]);
    await user.click(seconds(1));
    await user.paste('2\n3');
    await user.type(seconds(1), '0');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(lesions()).toEqual([{ seconds: '20' }, { seconds: '3' }]);
  });

  it('says what does not fit', async () => {
    const { user, lesions } = show({ maxRows: 3 });
    await user.click(seconds(1));
    await user.paste(Array.from({ length: 200 }, (_each, at) => `${at}\tx\tmore`).join('\n'));
    expect(lesions()).toEqual([0, 1, 2].map((at) => ({ seconds: String(at), tested: true })));
    expect(
      screen.getByText(
        'Not everything that you pasted fits here. Left out: the last 197 rows, and what is right of the last column in 3 rows.',
      ),
    ).toBeTruthy();
  });

  it('leaves the text of one cell to its control', async () => {
    const { user, lesions } = show();
    await user.click(seconds(1));
    await user.paste('80');
    expect(lesions()).toEqual([{ seconds: '80' }]);
  });
});

describe('rows that cannot be changed', () => {
  it('are a table to read', () => {
    show({ isReadOnly: true, defaultRows: [{ level: 'L4-L5', tested: true }] });
    const table = screen.getByRole('table', { name: 'Lesions' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['LevelTested', 'Level: L4-L5Tested: Yes']);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add row to Lesions' })).toBeNull();
  });

  it('say that there are none', () => {
    show({ isReadOnly: true });
    expect(screen.getByText('No rows')).toBeTruthy();
  });
});
