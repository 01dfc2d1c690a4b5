import { fieldsOf } from '@portal/domain/template/content';
import type { FieldValues } from '@portal/domain/template/value';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { FieldDialog } from './FieldDialog.tsx';
import { contentOf, TWO_SECTIONS } from '../test/template-fixtures.ts';

/** Opens the dialog of a field, or of a new one for null. `saved` is called with the saved field. */
async function open(id: string | null, content = TWO_SECTIONS, answers: FieldValues = {}) {
  const fields = fieldsOf(content);
  const field = fields.find((each) => each.id === id) ?? null;
  const saved = vi.fn();
  const closed = vi.fn();
  const Page = () => (
    <FieldDialog
      field={field}
      fields={fields}
      source={undefined}
      answers={answers}
      onSave={saved}
      onClose={closed}
    />
  );
  const page = await showPage({ server: createFakeServer(), at: '/', pages: { '/': Page } });
  const dialog = within(await screen.findByRole('dialog'));
  const box = (label: RegExp) =>
    dialog.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
  // One event instead of keystrokes, which are slow in a dialog of this size.
  const write = (label: RegExp, text: string) => fireEvent.change(box(label), { target: { value: text } });
  const choose = async (label: string, option: string) => {
    await page.user.click(dialog.getByLabelText(new RegExp(`^${label}`), { selector: '[role="combobox"]' }));
    await page.user.click(screen.getByText(option, { selector: '[role="option"]' }));
  };
  const submit = () =>
    page.user.click(dialog.getByText(field === null ? 'Add Field' : 'Save Field', { selector: 'button' }));
  return { ...page, dialog, box, write, choose, submit, saved, closed };
}

describe('field id', () => {
  it('follows the label of a new field until it is edited', async () => {
    const { box, write } = await open(null);
    write(/^Label/, 'Needle Gauge');
    await waitFor(() => expect(box(/^ID/).value).toBe('needle_gauge'));
    write(/^ID/, 'Gauge-1');
    expect(box(/^ID/).value).toBe('gauge_1');
    write(/^Label/, 'Other');
    expect(box(/^ID/).value).toBe('gauge_1');
  });

  it('does not change with the label of a saved field', async () => {
    const { write, submit, saved } = await open('note');
    write(/^Label/, 'Remarks');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ id: 'note', label: 'Remarks' });
  });

  it.each([
    ['side', 'Another field in this template has this ID'],
    [
      '1st',
      'Use lowercase letters, digits and underscores, starting with a letter, for example needle_gauge',
    ],
    ['', 'Please enter a field ID'],
  ])('is refused if it is "%s"', async (id, text) => {
    const { dialog, write, submit, saved } = await open('note');
    write(/^ID/, id);
    await submit();
    expect(await dialog.findByText(text)).toBeTruthy();
    expect(saved).not.toHaveBeenCalled();
  });
});

describe('field properties', () => {
  it('tell an empty default value from an option "None"', async () => {
    const content = contentOf([{ id: 'drug', label: 'Drug', type: 'select', options: ['None', 'Heparin'] }]);
    const { user, dialog } = await open('drug', content);
    await user.click(dialog.getByLabelText(/^Default Value/, { selector: '[role="combobox"]' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'No default value',
      'None',
      'Heparin',
    ]);
  });

  it.each(['0', '2.5', '10001'])('refuse a max length of %s', async (typed) => {
    const { dialog, write, submit, saved } = await open('note');
    write(/^Max Length/, typed);
    await submit();
    expect(await dialog.findByText(/^Max length must be a whole number from 1 to /)).toBeTruthy();
    expect(saved).not.toHaveBeenCalled();
  });

  it('require an option for a select field, which has no placeholder', async () => {
    const { dialog, write, choose, submit, saved } = await open('note');
    expect(dialog.getByLabelText('Placeholder')).toBeTruthy();
    await choose('Type', 'Select');
    expect(dialog.queryByLabelText('Placeholder')).toBeNull();
    await submit();
    expect(await dialog.findByText('Please add at least one option for select fields')).toBeTruthy();
    write(/^Options/, 'Left\n\nRight');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ type: 'select', options: ['Left', 'Right'] });
  });

  it('require the field to copy from', async () => {
    const { dialog, choose, submit, saved } = await open('note');
    await choose('Dependency Type', 'Copy: same value as the other field');
    await submit();
    expect(await dialog.findByText('Choose the field it depends on')).toBeTruthy();
    await choose('Depends On', 'Level (level)');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ dependencyType: 'copy', dependsOn: 'level' });
  });
});

const RULE = { sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' };
const withRules = (...rules: readonly object[]) =>
  contentOf([{ id: 'side' }, { id: 'note', visibilityRules: rules }]);

describe('field rules', () => {
  it.each([
    ['visibility', ['Choose the field to check', 'Enter the value to compare with']],
    ['default value', ['Enter the default value']],
    ['dynamic text', ['Enter the text']],
    ['validation', ['Enter the message to show']],
  ])('refuse an empty %s rule', async (kind, messages) => {
    const { user, dialog, submit, saved } = await open('note', contentOf([{ id: 'note' }]));
    await user.click(dialog.getByText(new RegExp(`^Add ${kind} rule$`, 'i')));
    await submit();
    for (const text of messages) expect(await dialog.findByText(text)).toBeTruthy();
    expect(saved).not.toHaveBeenCalled();
  });

  it('need neither field nor value if they always match', async () => {
    const { dialog, choose, submit, saved } = await open('note', withRules({ ...RULE, value: 'x' }));
    await choose('Operator', 'always (default)');
    expect(dialog.queryByLabelText(/^When field/)).toBeNull();
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ visibilityRules: [{ operator: 'default' }] });
  });

  it.each([
    ['note', false],
    ['side', true],
  ])('offer option rules for "%s": %s', async (id, isOffered) => {
    const { dialog } = await open(id);
    expect(dialog.queryByText('Add option rule') !== null).toBe(isOffered);
  });

  it('keep showing a missing field', async () => {
    const { dialog } = await open('note', withRules({ ...RULE, sourceFieldId: 'gone' }));
    expect(dialog.getByText('gone (not in this template)')).toBeTruthy();
  });

  it('can be reordered and removed; the first cannot move up, the last cannot move down', async () => {
    const content = withRules({ ...RULE, value: 'one' }, { ...RULE, value: 'two' });
    const { user, dialog } = await open('note', content);
    const values = () =>
      dialog.getAllByLabelText<HTMLInputElement>(/^Value/, { selector: 'input' }).map(({ value }) => value);
    const button = (name: string) => dialog.getByLabelText<HTMLButtonElement>(name);
    expect(button('Move visibility rule 1 up').disabled).toBe(true);
    expect(button('Move visibility rule 2 down').disabled).toBe(true);
    await user.click(button('Move visibility rule 2 up'));
    expect(values()).toEqual(['two', 'one']);
    await user.click(button('Remove visibility rule 1'));
    expect(values()).toEqual(['one']);
  });
});

describe('new rules', () => {
  it('check the nearest field above that has options, and need only its value', async () => {
    const { user, dialog, submit, saved } = await open('note');
    await user.click(dialog.getByText('Add visibility rule'));
    expect(document.activeElement?.getAttribute('role')).toBe('combobox');
    await user.click(await screen.findByRole('option', { name: 'Left' }));
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({
      visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' }],
    });
  });

  it('can have several conditions; one that is left is stored as before', async () => {
    const rule = { sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' };
    const content = contentOf([
      { id: 'side', type: 'radio', options: ['Left'] },
      { id: 'note', visibilityRules: [rule] },
    ]);
    const { user, dialog, submit, saved } = await open('note', content);
    await user.click(dialog.getByLabelText('Add condition to visibility rule 1'));
    await submit();
    expect(await dialog.findByText('Choose the field to check')).toBeTruthy();
    await user.click(dialog.getByLabelText('Remove condition 2 of visibility rule 1'));
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ visibilityRules: [rule] });
    expect(saved.mock.calls[0]?.[0].visibilityRules[0]).not.toHaveProperty('when');
  });

  it('say a group in words, and what the check of the template says about it', async () => {
    const group = {
      sourceFieldId: '',
      operator: 'default',
      value: '',
      when: {
        match: 'any',
        conditions: [
          { sourceFieldId: 'muscles', operator: 'at_least', value: '3', measure: 'count' },
          { sourceFieldId: 'patient.age', operator: 'less_than', value: '18' },
        ],
      },
    };
    const never = { sourceFieldId: 'muscles', operator: 'equals', value: 'Gone', action: 'show' };
    const content = contentOf([
      { id: 'muscles', label: 'Muscles', type: 'checkbox', options: ['A', 'B', 'C'] },
      { id: 'note', visibilityRules: [{ ...group, action: 'show' }, never] },
    ]);
    const { dialog } = await open('note', content);
    expect(
      dialog.getByText(
        'When the number of Muscles is at least 3 or Patient: age on the procedure date is less than 18.',
      ),
    ).toBeTruthy();
    expect(await dialog.findByText(/^Visibility rule 2 never matches/)).toBeTruthy();
  });
});

describe('rows', () => {
  it('have columns with IDs from their labels, limits, and starting rows', async () => {
    const { user, dialog, box, write, choose, submit, saved } = await open(null);
    write(/^Label/, 'Lesions');
    await choose('Type', 'Rows');
    await submit();
    expect(await dialog.findByText('Add at least one column')).toBeTruthy();
    await user.click(dialog.getByText('Add Column'));
    write(/^Column label/, 'Seconds');
    await waitFor(() => expect(box(/^Column ID/).value).toBe('seconds'));
    write(/^Minimum rows/, '2');
    write(/^Maximum rows/, '1');
    await user.click(dialog.getByText('Add Starting Row'));
    write(/^Seconds in starting row 1/, '90');
    await submit();
    expect(await dialog.findByText('Maximum cannot be less than minimum')).toBeTruthy();
    write(/^Maximum rows/, '6');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({
      id: 'lesions',
      type: 'rows',
      columns: [{ id: 'seconds', label: 'Seconds', type: 'text' }],
      minRows: 2,
      maxRows: 6,
      defaultRows: [{ seconds: '90' }],
    });
  });

  it('tell the other fields the new ID of a column', async () => {
    const content = contentOf([
      { id: 'lesions', type: 'rows', columns: [{ id: 'level', label: 'Level', type: 'text' }] },
    ]);
    const { write, submit, saved } = await open('lesions', content);
    write(/^Column ID/, 'place');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ columns: [{ id: 'place', label: 'Level' }] });
    expect(saved.mock.calls[0]?.[2]).toMatchObject({
      columns: new Map([['lesions.level', 'lesions.place']]),
    });
  });
});

describe('new fields', () => {
  it('become a select when they get options, of which a pasted list has one per line', async () => {
    const { user, box, write, submit, saved } = await open(null);
    write(/^Label/, 'Approach');
    await user.click(box(/^Options/));
    await user.paste('• Left\n• Right');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ type: 'select', options: ['Left', 'Right'] });
  });

  it('can be followed by the next one', async () => {
    const { user, dialog, write, saved } = await open(null);
    write(/^Label/, 'Gauge');
    await user.click(dialog.getByText('Add and Next'));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[2]).toMatchObject({ isNext: true });
  });

  it('show the result of their formula for what is tried out, or why there is none', async () => {
    const { user, dialog, write, choose } = await open(null, TWO_SECTIONS, { level: '4', note: 'x' });
    write(/^Label/, 'Total');
    await choose('Dependency Type', 'Calculated: result of a formula');
    write(/^Formula/, 'level * 2');
    expect(await dialog.findByText('Result for what is entered under Try it out: 8')).toBeTruthy();
    write(/^Formula/, 'level + note');
    expect(await dialog.findByText(/cannot be calculated/)).toBeTruthy();
    write(/^Formula/, 'level +');
    await waitFor(() => expect(dialog.queryByText(/^Result/)).toBeNull());
    await user.click(dialog.getByLabelText('Insert field or function into Formula'));
    expect(await screen.findByText('Rounded to one digit')).toBeTruthy();
  });

  it('need a formula if they are calculated', async () => {
    const { dialog, write, choose, submit, saved } = await open(null);
    write(/^Label/, 'Total');
    await choose('Dependency Type', 'Calculated: result of a formula');
    await submit();
    expect(await dialog.findByText('Enter the formula')).toBeTruthy();
    write(/^Formula/, 'count(level)');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ dependencyType: 'calculated', formula: 'count(level)' });
  });
});

it('closes without confirmation if nothing was entered', async () => {
  const { user, dialog, closed } = await open(null);
  await user.click(dialog.getByText('Cancel'));
  expect(closed).toHaveBeenCalledOnce();
});

it('asks before discarding changes', async () => {
  const { user, dialog, write, closed } = await open(null);
  write(/^Label/, 'Level');
  await user.click(dialog.getByText('Cancel'));
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(closed).not.toHaveBeenCalled();
});
