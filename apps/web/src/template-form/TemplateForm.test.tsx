import { templateContent } from '@portal/domain/template/content';
import type { FieldValues } from '@portal/domain/template/value';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { TemplateForm, type TemplateFormHandle } from './TemplateForm.tsx';
import { useTemplateForm, type TemplateFormOptions } from './use-template-form.ts';

type Draft = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Renders a template with one section and returns what the screen around it uses. */
function show(drafts: readonly Draft[], options: TemplateFormOptions = {}) {
  const fields = drafts.map((draft) => ({ label: `The ${draft.id}`, type: 'text', ...draft }));
  const content = templateContent.parse({ version: 1, sections: [{ id: 's', title: 'Details', fields }] });
  const handle = createRef<TemplateFormHandle>();
  const entered: FieldValues[] = [];
  const Screen = () => {
    const form = useTemplateForm(content, options);
    useEffect(() => void entered.push(form.entered), [form.entered]);
    return <TemplateForm form={form} ref={handle} />;
  };
  render(<Screen />, { wrapper: ToastProvider });
  return { user: userEvent.setup({ delay: null }), handle, entered: () => entered.at(-1) };
}

const box = (name: string | RegExp) => screen.getByRole('textbox', { name });
const focused = () => document.activeElement;

describe('text from other programs', () => {
  it('keeps its line breaks, which are a space in a field of one line', () => {
    const { entered } = show([{ id: 'area', type: 'textarea' }, { id: 'line' }]);
    fireEvent.change(box('The area'), { target: { value: 'Dexamethasone 1\u000B0 complications' } });
    fireEvent.change(box('The line'), { target: { value: 'L4\u2028L5' } });
    expect(entered()).toEqual({ area: 'Dexamethasone 1\n0 complications', line: 'L4 L5' });
  });

  it('is named at the field if the PDF cannot show it', () => {
    show([{ id: 'area', type: 'textarea' }]);
    fireEvent.change(box('The area'), { target: { value: 'Better 🙂' } });
    expect(screen.getByText('The PDF cannot show 🙂 (U+1F642). Use words instead.')).toBeTruthy();
  });
});

describe('template form', () => {
  it('renders a control for each type, and none for hidden fields', async () => {
    const { user, entered } = show([
      { id: 'text', placeholder: 'Words', helpText: 'In short' },
      { id: 'area', type: 'textarea' },
      { id: 'side', type: 'select', options: ['Left', 'Right'] },
      { id: 'gauge', type: 'radio', options: ['22', '25'] },
      { id: 'consent', type: 'checkbox', required: true },
      { id: 'drugs', type: 'checkbox', options: ['A', 'B', 'C'] },
      { id: 'day', type: 'date' },
      { id: 'secret', type: 'hidden', defaultValue: 'x' },
    ]);
    await user.type(box('The text'), 'one');
    await user.type(box('The area'), 'two{Enter}lines');
    await user.selectOptions(screen.getByRole('combobox', { name: 'The side' }), 'Right');
    await user.click(screen.getByRole('radio', { name: '25' }));
    await user.click(screen.getByRole('checkbox', { name: /The consent/ }));
    await user.click(screen.getByRole('checkbox', { name: 'C' }));
    await user.click(screen.getByRole('checkbox', { name: 'A' }));
    await user.type(box('The day'), '1121');
    expect(screen.queryByText(/Enter a date/)).toBeNull();
    await user.tab();
    expect(screen.getByText('Enter a date as MM/DD/YYYY')).toBeTruthy();
    await user.type(box('The day'), '2026');
    expect(entered()).toEqual({
      text: 'one',
      area: 'two\nlines',
      side: 'Right',
      gauge: '25',
      consent: true,
      drugs: ['A', 'C'],
      day: '2026-11-21',
    });
    expect(screen.getByText('In short')).toBeTruthy();
    expect(screen.queryByText('The secret')).toBeNull();
  });

  it('moves by Enter and Shift+Enter, or Ctrl+Enter in a text area, and skips disabled fields', async () => {
    const { user } = show([
      { id: 'a' },
      { id: 'locked', isReadOnly: true },
      { id: 'b', type: 'textarea' },
      { id: 'c', type: 'radio', options: ['x', 'y'], defaultValue: 'y' },
      { id: 'd', type: 'select', options: ['x'] },
    ]);
    await user.click(box('The a'));
    await user.keyboard('{Enter}');
    expect(focused()).toBe(box('The b'));
    await user.keyboard('{Enter}');
    expect(focused()).toBe(box('The b'));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(focused()).toBe(screen.getByRole('radio', { name: 'y' }));
    await user.keyboard('{Enter}{Enter}');
    expect(focused()).toBe(screen.getByRole('combobox', { name: 'The d' }));
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(focused()).toBe(screen.getByRole('radio', { name: 'y' }));
  });

  it('keeps a text over its limit, says how many characters are too many, and shows the length near the limit', async () => {
    const { user, entered } = show([{ id: 'note', maxLength: 10 }]);
    await user.type(box('The note'), '1234567');
    expect(screen.queryByText(/characters/)).toBeNull();
    await user.type(box('The note'), '89');
    await user.paste('😀');
    expect(screen.getByText('10 of 10 characters')).toBeTruthy();
    await user.paste(' and more');
    expect(screen.getByText('9 characters too many (10 allowed)')).toBeTruthy();
    expect(entered()).toEqual({ note: '123456789😀 and more' });
  });
});

describe('rules', () => {
  it('show and hide fields, change options, and report choices no longer offered', async () => {
    const isMidline = { sourceFieldId: 'side', operator: 'equals', value: 'Midline' };
    const { user } = show([
      { id: 'side', type: 'select', options: ['Left', 'Midline'] },
      { id: 'why', visibilityRules: [{ ...isMidline, action: 'show' }] },
      {
        id: 'level',
        type: 'select',
        options: ['L4', 'L5'],
        optionRules: [{ ...isMidline, options: ['L5-S1'] }],
      },
    ]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'The level' }), 'L4');
    expect(screen.queryByRole('textbox', { name: 'The why' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'The side' }), 'Midline');
    expect(box('The why')).toBeTruthy();
    expect(screen.getByText('Not an option: "L4".')).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'The level' }), 'L5-S1');
    expect(screen.queryByText(/Not an option/)).toBeNull();
  });
});

describe('field that follows another', () => {
  const following = [
    { id: 'a', defaultValue: 'x' },
    { id: 'b', dependsOn: 'a', dependencyType: 'copy' },
  ];

  it('is disabled and mirrors its source until edited; Reset restores it', async () => {
    const { user, entered } = show(following);
    expect(box('The b')).toMatchObject({ disabled: true, value: 'x' });
    await user.click(screen.getByRole('button', { name: 'Edit The b' }));
    expect(focused()).toBe(box('The b'));
    await user.type(box('The b'), 'y');
    await user.type(box('The a'), 'z');
    expect(box('The b')).toMatchObject({ disabled: false, value: 'xy' });
    await user.click(screen.getByRole('button', { name: 'Reset The b' }));
    expect(box('The b')).toMatchObject({ disabled: true, value: 'xz' });
    expect(entered()).toEqual({ a: 'xz' });
  });

  it('is disabled when read-only', async () => {
    const fields = [{ id: 'plain', isReadOnly: true }, { id: 'a' }];
    show(fields);
    expect(box('The plain')).toMatchObject({ disabled: true });
    expect(screen.getByText('Only administrators can change this.')).toBeTruthy();
  });

  it('is enabled for administrators when read-only', () => {
    show([{ id: 'plain', isReadOnly: true }], { canEditReadOnly: true });
    expect(box('The plain')).toMatchObject({ disabled: false });
  });
});

describe('required fields', () => {
  it('are marked on request, and the first missing one gets focus', async () => {
    const { user, handle } = show([
      { id: 'a', required: true, defaultValue: 'x' },
      { id: 'b', required: true },
      { id: 'c', type: 'radio', options: ['x'], required: true },
    ]);
    expect(screen.queryByText(/is required/)).toBeNull();
    await user.click(box(/The a/));
    const hasMissing = handle.current?.focusFirstMissing();
    expect(hasMissing).toBe(true);
    expect(await screen.findByText('The c is required')).toBeTruthy();
    expect(focused()).toBe(box(/The b/));
    expect(box(/The b/).getAttribute('aria-invalid')).toBe('true');
    await user.keyboard('y');
    expect(screen.queryByText('The b is required')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'x' }));
    expect(handle.current?.focusFirstMissing()).toBe(false);
  });

  it('says at the field that a placeholder was not filled in, and that a text is too long', async () => {
    const { user } = show([
      { id: 'a' },
      { id: 'b', dependencyType: 'dynamic_text', defaultTemplate: '{{a}}'.repeat(900) },
    ]);
    const message =
      '{{level}} is a placeholder that was not filled in. Replace it with text before you sign.';
    await user.click(box('The a'));
    await user.paste('At {{level}}');
    expect(screen.getAllByText(message)).toHaveLength(2);
    await user.paste(' and more than twenty characters');
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(screen.getByText(/^The text of “The b” would be longer than 20,000 characters/)).toBeTruthy();
  });
});

const chooseLevel = (user: ReturnType<typeof userEvent.setup>, level: string) =>
  user.selectOptions(screen.getByRole('combobox', { name: 'The level' }), level);
const notice = () => screen.queryByRole('alert')?.textContent ?? null;

describe('an edited text whose fields change', () => {
  const FIELDS = [
    { id: 'level', type: 'select', options: ['L4-L5', 'L5-S1'] },
    {
      id: 'note',
      type: 'textarea',
      dependencyType: 'dynamic_text',
      defaultTemplate: 'At {{level}}.',
    },
  ];
  async function edit() {
    const shown = show(FIELDS);
    await chooseLevel(shown.user, 'L4-L5');
    await shown.user.click(screen.getByRole('button', { name: 'Edit The note' }));
    await shown.user.type(box('The note'), ' Slowly.');
    return shown;
  }

  it('says so at the field, and generates it again', async () => {
    const { user, entered } = await edit();
    expect(notice()).toBeNull();
    await chooseLevel(user, 'L5-S1');
    expect(notice()).toContain('This still says “L4-L5”, but The level is now “L5-S1”.');
    await user.click(screen.getByRole('button', { name: 'Regenerate The note' }));
    expect(notice()).toBeNull();
    expect(entered()).toEqual({ level: 'L5-S1' });
    expect(screen.getByDisplayValue('At L5-S1.')).toBeTruthy();
  });

  it('can be kept, until its fields change again', async () => {
    const { user, entered } = await edit();
    await chooseLevel(user, 'L5-S1');
    await user.click(screen.getByRole('button', { name: 'Keep The note as it is' }));
    expect(notice()).toBeNull();
    expect(entered()).toMatchObject({ note: 'At L4-L5. Slowly.' });
    await chooseLevel(user, 'L4-L5');
    expect(notice()).toContain('This is from when The level was “L5-S1”, but The level is now “L4-L5”.');
  });

  it('is found from its stored origin', () => {
    show(FIELDS, {
      initial: { level: 'L5-S1', note: 'At L4-L5, slowly.' },
      initialOrigins: { note: { text: 'At L4-L5.', from: { level: 'L4-L5' } } },
    });
    expect(notice()).toContain('This still says “L4-L5”');
  });
});

const helpOf = (name: string) =>
  document.querySelector(`[id="${box(name).getAttribute('aria-describedby')}"]`)?.textContent;

describe('a calculated field', () => {
  const FIELDS = [
    { id: 'dose', label: 'Dose', defaultValue: '4' },
    { id: 'total', label: 'Total', dependencyType: 'calculated', formula: 'dose * 2' },
  ];

  it('is read-only and says what it is calculated from', async () => {
    const { user } = show(FIELDS, { canEditReadOnly: true });
    expect(box('Total')).toMatchObject({ disabled: true, value: '8' });
    expect(helpOf('Total')).toBe('Total = Dose × 2');
    expect(screen.queryByRole('button', { name: 'Edit Total' })).toBeNull();
    await user.type(box('Dose'), '0');
    expect(box('Total')).toMatchObject({ value: '80' });
  });

  it('says why it cannot be calculated', async () => {
    const { user } = show(FIELDS);
    await user.type(box('Dose'), ' mg');
    expect(box('Total')).toMatchObject({ value: '' });
    expect(helpOf('Total')).toBe('“Total” cannot be calculated: “Dose” is not a number.Total = Dose × 2');
  });

  it('is calculated from rows', async () => {
    const { user } = show([
      {
        id: 'lesions',
        label: 'Lesions',
        type: 'rows',
        columns: [{ id: 'seconds', label: 'Seconds', type: 'text' }],
      },
      { id: 'total', label: 'Total', dependencyType: 'calculated', formula: 'sum(lesions.seconds)' },
    ]);
    await user.click(box('Seconds, row 1'));
    await user.keyboard('60{Enter}90');
    expect(box('Total')).toMatchObject({ value: '150' });
    expect(helpOf('Total')).toBe('Total = sum of Lesions: Seconds');
  });
});
