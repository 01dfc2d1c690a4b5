import { fieldsOf } from '@portal/domain/template/content';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { FieldDialog } from './FieldDialog.tsx';
import { contentOf, TWO_SECTIONS } from './template-fixtures.ts';

/** Opens the dialog of a field by its id, or of a new one; `saved` gets what it would put into the content. */
async function open(id: string | null, content = TWO_SECTIONS) {
  const fields = fieldsOf(content);
  const field = fields.find((each) => each.id === id) ?? null;
  const saved = vi.fn();
  const closed = vi.fn();
  const Page = () => (
    <FieldDialog
      field={field}
      fields={fields}
      source={undefined}
      onSave={saved}
      onClose={closed}
      onDirty={() => undefined}
    />
  );
  const page = await showPage({ server: createFakeServer(), at: '/', pages: { '/': Page } });
  const dialog = within(await screen.findByRole('dialog'));
  const box = (label: RegExp) =>
    dialog.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
  // In one event: the dialog is large, and each key stroke takes long without a browser.
  const write = (label: RegExp, text: string) => fireEvent.change(box(label), { target: { value: text } });
  const choose = async (label: string, option: string) => {
    await page.user.click(dialog.getByLabelText(new RegExp(`^${label}`), { selector: '[role="combobox"]' }));
    await page.user.click(screen.getByText(option, { selector: '[role="option"]' }));
  };
  const submit = () =>
    page.user.click(dialog.getByText(field === null ? 'Add Field' : 'Save Field', { selector: 'button' }));
  return { ...page, dialog, box, write, choose, submit, saved, closed };
}

describe('the id of a field', () => {
  it('follows the label of a new one until it is typed', async () => {
    const { box, write } = await open(null);
    write(/^Label/, 'Needle Gauge');
    await waitFor(() => expect(box(/^ID/).value).toBe('needle_gauge'));
    write(/^ID/, 'Gauge-1');
    expect(box(/^ID/).value).toBe('gauge_1');
    write(/^Label/, 'Other');
    expect(box(/^ID/).value).toBe('gauge_1');
  });

  it('stays when the label of a saved one changes', async () => {
    const { write, submit, saved } = await open('note');
    write(/^Label/, 'Remarks');
    await submit();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ id: 'note', label: 'Remarks' });
  });

  it.each([
    ['side', 'Another field of this template has this ID'],
    ['1st', 'Use lowercase letters, digits and underscores, a letter first: for example needle_gauge'],
    ['', 'Please enter a field ID'],
  ])('is refused when it is "%s"', async (id, text) => {
    const { dialog, write, submit, saved } = await open('note');
    write(/^ID/, id);
    await submit();
    expect(await dialog.findByText(text)).toBeTruthy();
    expect(saved).not.toHaveBeenCalled();
  });
});

describe('what a field holds', () => {
  it.each(['0', '2.5', '10001'])('at most %s characters is refused', async (typed) => {
    const { dialog, write, submit, saved } = await open('note');
    write(/^Max Length/, typed);
    await submit();
    expect(await dialog.findByText(/^The max length is a whole number from 1 to /)).toBeTruthy();
    expect(saved).not.toHaveBeenCalled();
  });

  it('needs an option once it is to be chosen from, and has no placeholder then', async () => {
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

  it('must name the field it copies from', async () => {
    const { dialog, choose, submit, saved } = await open('note');
    await choose('Dependency Type', 'Copy: has the value of the other field');
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

describe('the rules of a field', () => {
  it.each([
    ['visibility', ['Choose the field to look at', 'Enter the value to compare with']],
    ['default value', ['Enter the default value']],
    ['dynamic text', ['Enter the text']],
    ['validation', ['Enter the message to show']],
  ])('%s: an empty one is refused', async (kind, messages) => {
    const { user, dialog, submit, saved } = await open('note');
    await user.click(dialog.getByText(new RegExp(`^${kind} rules$`, 'i')));
    await user.click(dialog.getByText(new RegExp(`^Add ${kind} rule$`, 'i')));
    await submit();
    for (const text of messages) expect(await dialog.findByText(text)).toBeTruthy();
    expect(saved).not.toHaveBeenCalled();
  });

  it('that always hold need neither field nor value', async () => {
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
  ])('about the options of "%s" are offered: %s', async (id, isOffered) => {
    const { dialog } = await open(id);
    expect(dialog.queryByText('Option rules') !== null).toBe(isOffered);
  });

  it('that look at a field which is gone go on naming it', async () => {
    const { dialog } = await open('note', withRules({ ...RULE, sourceFieldId: 'gone' }));
    expect(dialog.getByText('gone (not in this template)')).toBeTruthy();
  });

  it('are put in order and removed; the first cannot go up, the last not down', async () => {
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

it('closes at once when nothing was typed', async () => {
  const { user, dialog, closed } = await open(null);
  await user.click(dialog.getByText('Cancel'));
  expect(closed).toHaveBeenCalledOnce();
});

it('asks before what was typed is lost', async () => {
  const { user, dialog, write, closed } = await open(null);
  write(/^Label/, 'Level');
  await user.click(dialog.getByText('Cancel'));
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(closed).not.toHaveBeenCalled();
});
