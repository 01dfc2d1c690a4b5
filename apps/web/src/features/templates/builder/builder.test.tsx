import { parseTemplateContent } from '@portal/domain/template/content';
import { screen, waitFor, within } from '@testing-library/react';
import { useWatch } from 'react-hook-form';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Builder } from './Builder.tsx';
import { aTemplate, contentOf, TWO_SECTIONS } from '../test/template-fixtures.ts';
import { readAutoPopulate, templateForm, templateInput } from './template-values.ts';

/** Renders the builder with a form like the editor's. */
async function build(content = TWO_SECTIONS, autoPopulateFields = '{}') {
  const saved = vi.fn();
  const template = aTemplate({ templateContent: JSON.stringify(content), autoPopulateFields });
  const Page = () => {
    const form = useAppForm(templateForm, {
      defaultValues: templateInput(template),
      errorFallback: 'Failed',
      onSubmit: async (values) => saved(values),
    });
    const [text, sources] = useWatch({
      control: form.control,
      name: ['templateContent', 'autoPopulateFields'],
    });
    return (
      <>
        <Builder
          form={form}
          content={parseTemplateContent(text).content}
          autoPopulate={readAutoPopulate(sources ?? '{}')}
        />
        <input aria-label="Elsewhere" />
        <button onClick={() => void form.submit()}>{form.isDirty ? 'Save changes' : 'Save'}</button>
      </>
    );
  };
  const page = await showPage({ server: createFakeServer(), at: '/', pages: { '/': Page } });
  await screen.findByLabelText('Undo');
  const choose = async (field: string, action: string) => {
    await page.user.click(screen.getByLabelText(`More actions for field ${field}`));
    await page.user.click(screen.getByText(action, { selector: '[role="menuitem"]' }));
  };
  const save = async (): Promise<unknown> => {
    await page.user.click(screen.getByText('Save changes'));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    return saved.mock.calls[0]?.[0];
  };
  return { ...page, choose, save };
}

/** Focused handles are scrolled into view, which jsdom does not support. */
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

/** The names of the displayed fields by section. */
const order = () =>
  screen
    .getAllByLabelText(/^Fields of section/)
    .map((list) =>
      Array.from(list.querySelectorAll('[aria-label^="Move field"]'), (handle) =>
        (handle.getAttribute('aria-label') ?? '').replace('Move field ', ''),
      ),
    );
const undo = () => screen.getByLabelText<HTMLButtonElement>('Undo');
const redo = () => screen.getByLabelText<HTMLButtonElement>('Redo');

describe('undo and redo', () => {
  it('are disabled at first, and revert and repeat each change', async () => {
    const { user, choose } = await build();
    expect([undo().disabled, redo().disabled]).toEqual([true, true]);
    await choose('Note', 'Move up');
    await choose('Level', 'Delete');
    expect(order()).toEqual([['Note', 'Side'], []]);
    await user.click(undo());
    expect(order()).toEqual([['Note', 'Side'], ['Level']]);
    await user.click(undo());
    expect(order()).toEqual([['Side', 'Note'], ['Level']]);
    expect([undo().disabled, redo().disabled]).toEqual([true, false]);
    await user.click(redo());
    expect(order()).toEqual([['Note', 'Side'], ['Level']]);
  });

  it('leave nothing to save when everything is undone', async () => {
    const { user, choose } = await build();
    await choose('Note', 'Move up');
    expect(screen.getByText('Save changes')).toBeTruthy();
    await user.click(undo());
    expect(await screen.findByText('Save')).toBeTruthy();
  });

  it('clear the redo history after a new change', async () => {
    const { user, choose } = await build();
    await choose('Note', 'Move up');
    await user.click(undo());
    await choose('Level', 'Delete');
    expect(redo().disabled).toBe(true);
  });

  it('treat typing in a title as one step', async () => {
    const { user } = await build();
    const [title] = screen.getAllByLabelText<HTMLInputElement>('Section Title');
    if (title === undefined) throw new Error('There is no section');
    await user.type(title, ' new');
    await user.tab();
    expect(title.value).toBe('Section 1 new');
    await user.click(undo());
    await waitFor(() =>
      expect(screen.getAllByLabelText('Section Title')[0]).toHaveProperty('value', 'Section 1'),
    );
    expect(undo().disabled).toBe(true);
  });

  it('work by keyboard on the page, but not in a text input', async () => {
    const { user, choose } = await build();
    await choose('Level', 'Delete');
    await user.click(screen.getByLabelText('Elsewhere'));
    await user.keyboard('{Control>}z{/Control}');
    expect(order()).toEqual([['Side', 'Note'], []]);
    screen.getByLabelText('Move field Note').focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(order()).toEqual([['Side', 'Note'], ['Level']]);
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(order()).toEqual([['Side', 'Note'], []]);
  });
});

describe('fields', () => {
  it('are duplicated after the original with a unique id and all properties', async () => {
    const { choose, save } = await build(
      contentOf([{ id: 'side', type: 'radio', options: ['Left', 'Right'] }, { id: 'side_2' }]),
    );
    await choose('side', 'Duplicate');
    expect(order()).toEqual([['side', 'side (Copy)', 'side_2']]);
    const body = JSON.stringify(await save());
    expect(body).toContain(String.raw`\"id\":\"side_3\"`);
    expect(body.split('Left')).toHaveLength(3);
  });

  it('are deleted with their auto-populate source; undo restores both', async () => {
    const { user, choose, save } = await build(undefined, '{"level":"patient.age"}');
    await choose('Level', 'Delete');
    await user.click(undo());
    await choose('Note', 'Delete');
    expect(await save()).toMatchObject({ autoPopulateFields: '{"level":"patient.age"}' });
  });

  it('remove their auto-populate source when deleted', async () => {
    const { choose, save } = await build(undefined, '{"level":"patient.age"}');
    await choose('Level', 'Delete');
    expect(await save()).toMatchObject({ autoPopulateFields: '{}', version: 4 });
  });

  it('cannot move past the ends of the template, and can move to another section by name', async () => {
    const { user, choose } = await build();
    await user.click(screen.getByLabelText('More actions for field Side'));
    const menu = within(screen.getByRole('menu'));
    expect(menu.getByText('Move up').getAttribute('aria-disabled')).toBe('true');
    expect(menu.queryByText('Move to “Section 1”')).toBeNull();
    await user.click(menu.getByText('Move to “Section 2”'));
    expect(order()).toEqual([['Note'], ['Level', 'Side']]);
    await choose('Level', 'Move up');
    expect(order()).toEqual([['Note', 'Level'], ['Side']]);
  });

  it('announce where the menu put them', async () => {
    const { choose } = await build();
    await choose('Note', 'Move up');
    expect(screen.getByText('field Note: position 1 of 2 in Section 1')).toBeTruthy();
    await choose('Note', 'Move to “Section 2”');
    expect(screen.getByText('field Note: position 2 of 2 in Section 2')).toBeTruthy();
  });

  it('announce their position, and when they cannot move further', async () => {
    const { user } = await build();
    screen.getByLabelText('Move field Note').focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByText('field Note: position 1 of 2 in Section 1')).toBeTruthy();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByText('field Note is already at the top')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Move field Note'));
  });

  it('are marked if a rule checks a deleted field', async () => {
    const rule = { sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' };
    const { choose } = await build(contentOf([{ id: 'side' }, { id: 'note', visibilityRules: [rule] }]));
    expect(screen.queryByTitle('Error')).toBeNull();
    await choose('side', 'Delete');
    expect(await screen.findByTitle('Error')).toBeTruthy();
  });
});

describe('ready parts', () => {
  it('are inserted into a section with free IDs, in one step', async () => {
    const { user, save } = await build();
    await user.click(screen.getByText('Insert Ready Part'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Insert Ready Part' }));
    await user.click(dialog.getByLabelText('Insert Side'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(order()).toEqual([
      ['Side', 'Note'],
      ['Level', 'Side'],
    ]);
    await user.click(undo());
    expect(order()).toEqual([['Side', 'Note'], ['Level']]);
    await user.click(redo());
    expect(JSON.stringify(await save())).toContain(String.raw`\"id\":\"side_2\"`);
  });
});

describe('sections', () => {
  it('are deleted without confirmation if empty', async () => {
    const { user } = await build(contentOf([{ id: 'side' }], []));
    await user.click(screen.getByLabelText('Delete section Section 2'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(order()).toEqual([['side']]);
  });

  it('are deleted with their fields after confirmation; undo restores them', async () => {
    const { user } = await build();
    await user.click(screen.getByLabelText('Delete section Section 1'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete section?' }));
    expect(dialog.getByText(/^Section 1 and its 2 fields will be removed/)).toBeTruthy();
    await user.click(dialog.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(order()).toHaveLength(2);
    await user.click(screen.getByLabelText('Delete section Section 1'));
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
    await waitFor(() => expect(order()).toEqual([['Level']]));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(undo());
    expect(order()).toEqual([['Side', 'Note'], ['Level']]);
  });

  it('collapse to a count of their fields', async () => {
    const { user } = await build();
    await user.click(screen.getByLabelText('Collapse section Section 1'));
    expect(screen.getByText('2 fields')).toBeTruthy();
    expect(screen.queryByLabelText('Edit field Side')).toBeNull();
    await user.click(screen.getByLabelText('Expand section Section 1'));
    expect(screen.getByLabelText('Edit field Side')).toBeTruthy();
  });
});
