import { Dialog } from '@mui/material';
import { act, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { aUser } from '#lib/test/people.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { z } from 'zod';
import { NAVIGATION } from '../navigation.ts';
import { useKeys } from './use-keys.ts';

const FIELDS = (
  <>
    <button type="button" aria-label="A button" />
    <input type="checkbox" aria-label="A box" />
    <input aria-label="A field" />
    <textarea aria-label="A text" />
    <select aria-label="A choice" />
    <div aria-label="An editor" contentEditable="true" />
  </>
);

/** Opens a page with the keys and these contents. */
async function open({
  contents = FIELDS,
  letters = true,
}: { contents?: ReactElement; letters?: boolean } = {}) {
  function Page() {
    const [log, setLog] = useState('');
    const isGoing = useKeys({ onKeys: () => setLog('keys'), onSearch: () => setLog('search') });
    return (
      <main>
        {contents}
        <output aria-label="log">{isGoing ? 'going' : log}</output>
      </main>
    );
  }
  const { user, router } = await showPage({
    server: createFakeServer(),
    at: '/timecard',
    pages: { '/timecard': Page },
    permissions: ['Patient.View'],
    user: { preferences: { ...aUser().preferences, letterShortcuts: letters } },
  });
  return {
    user,
    log: () => screen.getByLabelText('log').textContent,
    path: () => router.state.location.pathname,
  };
}

describe('single letters', () => {
  it('show the keys, and search everything where the page has no search box', async () => {
    const { user, log } = await open();
    await user.keyboard('?');
    expect(log()).toBe('keys');
    await user.keyboard('/');
    expect(log()).toBe('search');
  });

  it.each(['A button', 'A box'])('work while “%s” has the focus', async (name) => {
    const { user, log } = await open();
    await user.click(screen.getByLabelText(name));
    await user.keyboard('?');
    expect(log()).toBe('keys');
  });

  it.each(['A field', 'A text', 'A choice', 'An editor'])('are left to the user in “%s”', async (name) => {
    const { user, log, path } = await open();
    await user.click(screen.getByLabelText(name));
    await user.keyboard('?gp/');
    expect(log()).toBe('');
    expect(path()).toBe('/timecard');
  });

  it('do nothing while a dialog is open', async () => {
    const contents = (
      <Dialog open>
        <button type="button">Close</button>
      </Dialog>
    );
    const { user, log } = await open({ contents });
    await user.keyboard('?g/');
    expect(log()).toBe('');
  });

  it.each(['Control', 'Alt', 'Meta'])('do nothing together with %s', async (modifier) => {
    const { user, log } = await open();
    await user.keyboard(`{${modifier}>}?g{/${modifier}}`);
    expect(log()).toBe('');
  });

  it('do nothing if the user has switched them off, unlike keys with Ctrl', async () => {
    const { user, log, path } = await open({ letters: false });
    await user.keyboard('?gp/n');
    expect(log()).toBe('');
    expect(path()).toBe('/timecard');
    await user.keyboard('{Control>}k{/Control}');
    expect(log()).toBe('search');
  });
});

describe('“g” and a letter', () => {
  it('go to an area', async () => {
    const { user, log, path } = await open();
    await user.keyboard('g');
    expect(log()).toBe('going');
    await user.keyboard('p');
    expect(path()).toBe('/patients');
  });

  it('stay on the page for other letters, and for areas that the user may not open', async () => {
    const { user, log, path } = await open();
    await user.keyboard('gz');
    expect(log()).toBe('');
    await user.keyboard('gu');
    await user.keyboard('g{Escape}p');
    expect(log()).toBe('');
    expect(path()).toBe('/timecard');
  });

  it('are unique for each area', () => {
    const letters = NAVIGATION.flatMap(({ key }) => key ?? []);
    expect(letters).toHaveLength(new Set(letters).size);
  });
});

describe('keys with Ctrl or Command', () => {
  it.each(['Control', 'Meta'])('search everything with %s+K, also from a field', async (modifier) => {
    const { user, log } = await open();
    await user.click(screen.getByLabelText('A field'));
    await user.keyboard(`{${modifier}>}k{/${modifier}}`);
    expect(log()).toBe('search');
  });

  it('save the form that has the focus, or the only one of the page', async () => {
    const saved: string[] = [];
    const schema = z.object({ text: z.string() });
    function Example() {
      const form = useAppForm(schema, {
        defaultValues: { text: '' },
        errorFallback: 'Failed',
        onSubmit: async ({ text }) => void saved.push(text),
      });
      return (
        <Form form={form} guardsChanges={false}>
          <FormTextField control={form.control} name="text" label="Text" rows={3} />
          <FormActions />
        </Form>
      );
    }
    const { user } = await open({ contents: <Example /> });
    await user.type(screen.getByLabelText('Text'), 'one');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => saved).toEqual(['one']);
    await user.click(screen.getByLabelText('log'));
    await user.keyboard('{Meta>}{Enter}{/Meta}');
    await expect.poll(() => saved).toEqual(['one', 'one']);
  });

  it('saves the form from a select, too, without opening its list', async () => {
    const saved: string[] = [];
    function Example() {
      const form = useAppForm(z.strictObject({ side: z.string() }), {
        defaultValues: { side: 'Left' },
        errorFallback: 'Failed to save',
        onSubmit: async ({ side }) => void saved.push(side),
      });
      const options = ['Left', 'Right'].map((side) => ({ value: side, label: side }));
      return (
        <Form form={form}>
          <FormSelect control={form.control} name="side" label="Side" options={options} />
          <FormActions />
        </Form>
      );
    }
    const { user } = await open({ contents: <Example /> });
    act(() => screen.getByRole('combobox', { name: 'Side' }).focus());
    await user.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => saved).toEqual(['Left']);
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
