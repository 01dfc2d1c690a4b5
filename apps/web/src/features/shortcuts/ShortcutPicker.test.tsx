import type { SavedShortcut } from '@portal/contract/shortcuts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { PlaceValues } from '#ui/form/writing-field.ts';
import { ShortcutPicker } from './ShortcutPicker.tsx';

const shortcut = (name: string, text: string, isPractice = false): SavedShortcut => ({
  id: '55555555-5555-4555-8555-555555555555',
  name,
  text,
  isPractice,
  version: 1,
});
const SHORTCUTS = [
  shortcut('plan', 'Give *** mg on the {side | lower} side of {level}.'),
  shortcut('risks', 'Risks were\nexplained.'),
  shortcut('risks', 'Of the practice', true),
  shortcut('ride', 'Has a ride home.', true),
];

const placeValue = (name: string) => (name === 'side' ? 'Left' : null);
const schema = z.strictObject({ note: z.string().max(60), line: z.string(), other: z.string() });

/** A form with a text area and a line where one writes, and a line where one does not. */
async function openForm() {
  const server = createFakeServer();
  server.on('GET /shortcuts', { body: { shortcuts: SHORTCUTS } });
  const saved: unknown[] = [];
  function Page() {
    const form = useAppForm(schema, {
      defaultValues: { note: '', line: '', other: '' },
      errorFallback: 'Failed',
      onSubmit: async (values) => void saved.push(values),
    });
    return (
      <PlaceValues value={placeValue}>
        <ShortcutPicker />
        <Form form={form} guardsChanges={false} focusesFirst={false}>
          <FormTextField control={form.control} name="note" label="Note" rows={3} isWriting />
          <FormTextField control={form.control} name="line" label="Line" isWriting />
          <FormTextField control={form.control} name="other" label="Other" />
          <FormActions />
        </Form>
      </PlaceValues>
    );
  }
  const { user } = await showPage({ server, at: '/', pages: { '/': Page } });
  /** Types into a field after its text. */
  const type = async (label: string, keys: string) => {
    await user.click(await screen.findByLabelText(label));
    await user.keyboard(keys);
  };
  return { server, user, saved, type };
}
const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const options = async () =>
  within(await screen.findByRole('listbox', { name: 'Text shortcuts' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(selectionStart, selectionEnd);

it('offers shortcuts while a name is typed, the user’s own instead of that of the practice, and Enter inserts one', async () => {
  const { type, user } = await openForm();
  await type('Note', 'Plan: .Ri');
  expect(await options()).toEqual(['.rideHas a ride home.Practice', '.risksRisks were explained.']);
  await user.keyboard('{ArrowDown}');
  const active = screen.getByRole('option', { name: /risks/u });
  expect(active.getAttribute('aria-selected')).toBe('true');
  expect(field('Note').getAttribute('aria-activedescendant')).toBe(active.id);
  await user.keyboard('{Enter} Done');
  expect(field('Note').value).toBe('Plan: Risks were\nexplained. Done');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field('Note').hasAttribute('aria-activedescendant')).toBe(false);
});

it('inserts the only match of a line with Enter, as one line, without submitting the form', async () => {
  const { type, user, saved } = await openForm();
  await type('Line', '.ris');
  expect(await options()).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(field('Line').value).toBe('Risks were explained.');
  expect(saved).toEqual([]);
  await user.keyboard('{Enter}');
  await expect.poll(() => saved).toEqual([{ note: '', line: 'Risks were explained.', other: '' }]);
});

it('inserts a whole name with a space, and a part of one never', async () => {
  const { type, user } = await openForm();
  await type('Note', '.ride');
  await options();
  await user.keyboard(' today .rid later');
  expect(field('Note').value).toBe('Has a ride home. today .rid later');
});

it('inserts the option that is pressed, and the text keeps the focus', async () => {
  const { type, user } = await openForm();
  await type('Note', '.ri');
  await options();
  await user.click(screen.getByRole('option', { name: /ride/u }));
  expect(field('Note').value).toBe('Has a ride home.');
  expect(document.activeElement).toBe(field('Note'));
});

it('fills in what the note says, and Tab goes through the places that are left', async () => {
  const { type, user } = await openForm();
  await type('Note', 'Then .pl');
  await options();
  await user.keyboard('{Tab}');
  expect(field('Note').value).toBe('Then Give *** mg on the left side of {level}.');
  expect(selected(field('Note'))).toBe('***');
  await user.keyboard('40{Tab}');
  expect(selected(field('Note'))).toBe('{level}');
  screen.getByText('{level} was not filled in yet.');
  await user.keyboard('L4{Shift>}{Tab}{/Shift}');
  expect(field('Note').value).toBe('Then Give 40 mg on the left side of L4.');
  expect(screen.queryByText(/was not filled in yet/u)).toBeNull();
  expect(document.activeElement).not.toBe(field('Note'));
});

it('leaves the field with Tab after the last place', async () => {
  const { type, user } = await openForm();
  await type('Note', '.pl');
  await options();
  await user.keyboard('{Enter}{Tab}{Tab}');
  expect(document.activeElement).toBe(field('Line'));
});

it('says how many places there are, and how much is too long', async () => {
  const { type, user } = await openForm();
  await type('Note', `${'x'.repeat(40)} .plan`);
  await options();
  await user.keyboard('{Enter}');
  expect(
    await screen.findByText(
      '.plan was inserted. 2 places to fill in. Tab goes to the next one. 21 characters too many (60 allowed)',
    ),
  ).toBeDefined();
});

it('is closed with Escape, and Enter is then an ordinary key', async () => {
  const { type, user } = await openForm();
  await type('Note', '.ri');
  await options();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{Enter}');
  expect(field('Note').value).toBe('.ri\n');
});

it('leaves a word alone for which it was closed', async () => {
  const { type, user } = await openForm();
  await type('Note', '.ri');
  await options();
  await user.keyboard('{Escape}s');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('ks .ris');
  expect(field('Note').value).toBe('.risks .ris');
  expect(await options()).toHaveLength(1);
});

it('replaces the whole name when its first letters are corrected', async () => {
  const { type, user } = await openForm();
  await type('Note', '.rsks{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await user.keyboard('i');
  expect(await options()).toEqual(['.risksRisks were explained.']);
  await user.keyboard('{Enter}');
  expect(field('Note').value).toBe('Risks were\nexplained.');
});

it('offers nothing for pasted text', async () => {
  const { type, user } = await openForm();
  await type('Note', 'From ');
  await user.paste('ann .risks ');
  await user.paste('.ri');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field('Note').value).toBe('From ann .risks .ri');
});

it.each(['{ArrowLeft}', '{Home}'])('is closed when the caret moves away with %s', async (key) => {
  const { type, user } = await openForm();
  await type('Note', '.ri');
  await options();
  await user.keyboard(key);
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('does nothing in other fields, after other characters, or if the text was replaced in the meantime', async () => {
  const { type, user, server } = await openForm();
  await type('Other', '.risks ');
  expect(field('Other').value).toBe('.risks ');
  expect(server.countOf('GET /shortcuts')).toBe(0);
  await type('Note', '.ri');
  await options();
  const element = field('Note');
  const option = screen.getByRole('option', { name: /ride/u });
  // Another window has the record, for example.
  element.value = 'Replaced';
  fireEvent.click(option);
  expect(element.value).toBe('Replaced');
  await user.clear(element);
  await user.keyboard('2.ri');
  expect(screen.queryByRole('listbox')).toBeNull();
});
