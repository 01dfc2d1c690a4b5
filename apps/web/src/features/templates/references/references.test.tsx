import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  aCase,
  aRule,
  aTemplate,
  contentOf,
  showTemplates,
  TEMPLATE_CALL,
  TEMPLATE_ID,
  templateServer,
  TWO_SECTIONS,
} from '../test/template-fixtures.ts';
import { renameChoices, renamesOf } from './rename-choices.ts';

const EDIT = `/admin/templates/${TEMPLATE_ID}/edit`;
const RENAMED = contentOf(
  [
    { id: 'side', label: 'Side', type: 'select', options: ['Left side', 'Right'] },
    { id: 'remark', label: 'Note' },
  ],
  [{ id: 'level', label: 'Level' }],
);
const LOST = [
  { fieldId: 'side', option: 'Left', messages: ['Billing rule "Side is Left" names "Left".'] },
  { fieldId: 'note', option: null, messages: ['Test case "A" points to the field "note".'] },
  { fieldId: null, option: null, messages: ['The choice of LT, RT and 50 names "Left".'] },
];

describe('choices for lost references', () => {
  it('suggest the new names, and become renames', () => {
    const choices = renameChoices(LOST, TWO_SECTIONS, RENAMED);
    expect(choices.map(({ title, likely }) => [title, likely])).toEqual([
      ['Option “Left” of “Side”', 'Left side'],
      ['Field ID “note”', 'remark'],
      ['Cannot follow a new name', ''],
    ]);
    expect(renamesOf(choices, ['Left side', 'remark', ''])).toEqual({
      fields: { note: 'remark' },
      options: { side: { Left: 'Left side' } },
    });
    expect(renamesOf(choices, ['', '', ''])).toEqual({ fields: {}, options: {} });
  });
});

/** Renames an option in the builder and saves. */
async function renameLeft() {
  const server = templateServer(aTemplate(), [aRule()], [aCase()]);
  server.on(`PUT ${TEMPLATE_CALL}`, { body: aTemplate() });
  server.on(`POST ${TEMPLATE_CALL}/references`, { body: LOST.slice(0, 1) });
  const page = await showTemplates(EDIT, server);
  await screen.findByLabelText('Undo');
  await page.user.click(await screen.findByRole('button', { name: 'Edit field Side' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Field' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Options' }), {
    target: { value: 'Left side\nRight' },
  });
  await page.user.click(dialog.getByRole('button', { name: 'Save Field' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Field' })).toBeNull());
  await page.user.click(screen.getByText('Save'));
  const asked = within(
    await screen.findByRole('dialog', { name: 'Fields or options were renamed or removed' }),
  );
  return { ...page, asked };
}

describe('saving a template whose options were renamed', () => {
  it('marks the rule, and sends what it follows', async () => {
    const { user, asked, sent } = await renameLeft();
    expect(
      screen.getByText(/^Billing rule "Side is Left" names "Left", which is not an option/),
    ).toBeTruthy();
    expect(asked.getByText('Billing rule "Side is Left" names "Left".')).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Change them and save' }));
    // The printed text names the option, so the test case fails.
    const failing = within(await screen.findByRole('dialog', { name: 'Test cases fail' }));
    await user.type(failing.getByRole('textbox', { name: 'Reason' }), 'Sides have other names');
    await user.click(failing.getByRole('button', { name: /Save/ }));
    await waitFor(() => expect(sent(`PUT ${TEMPLATE_CALL}`)).toHaveLength(1));
    expect(sent(`PUT ${TEMPLATE_CALL}`)).toMatchObject([
      { renames: { fields: {}, options: { side: { Left: 'Left side' } } }, reason: 'Sides have other names' },
    ]);
    expect(sent(`PUT ${TEMPLATE_CALL}`)[0]).not.toHaveProperty('ignoreLostReferences');
  });

  it('can leave it after a warning, or go back', async () => {
    const { user, asked, sent } = await renameLeft();
    await user.click(asked.getByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: 'None: leave them as they are' }));
    expect(asked.getByText(/rules suggest no codes and no units/)).toBeTruthy();
    await user.click(asked.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Fields or options were renamed or removed' })).toBeNull(),
    );
    expect(sent(`PUT ${TEMPLATE_CALL}`)).toEqual([]);
  });
});
