import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider, useNavigate } from 'react-router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSignal } from '#lib/signal.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { usePageFocus } from './use-page-focus.ts';

const moved = createSignal<string>();

function Shell() {
  const navigate = useNavigate();
  useEffect(() => moved.listen((path) => void navigate(path)), [navigate]);
  const main = useRef<HTMLElement>(null);
  usePageFocus(main);
  return (
    <>
      <Link to="/list">To the list</Link>
      <Link to="/form">To the form</Link>
      <Link to="/record">To the record</Link>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- like the dialogs of MUI */}
      <div role="dialog" aria-label="Find">
        <input aria-label="Search everything" />
      </div>
      <main ref={main} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}

function FormPage() {
  const form = useAppForm(z.object({ text: z.string() }), {
    defaultValues: { text: '' },
    onSubmit: async () => undefined,
    errorFallback: 'Failed',
  });
  return (
    <>
      <PageHeader title="The form" />
      <Form form={form} guardsChanges={false}>
        {/* Like the file input of an upload, which cannot have the focus. */}
        <input type="file" aria-label="Files" hidden />
        <FormTextField control={form.control} name="text" label="Text" />
      </Form>
    </>
  );
}

type Part = 'loading' | 'record' | 'form';
const shown = createSignal<Part>();

/** A page that loads at the test's pace; its heading changes after loading. */
function RecordPage() {
  const [part, setPart] = useState<Part>('loading');
  useEffect(() => shown.listen(setPart), []);
  if (part === 'form') return <FormPage />;
  return (
    <>
      {part === 'record' ? <PageHeader key="record" title="The record" /> : <PageHeader title="Loading" />}
      <input aria-label="Search" />
    </>
  );
}

function open(at: string) {
  const pages = { '/list': <h1>The list</h1>, '/form': <FormPage />, '/record': <RecordPage /> };
  const children = Object.entries(pages).map(([path, element]) => ({ path, element }));
  const router = createMemoryRouter([{ Component: Shell, children }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return userEvent.setup({ delay: null });
}

const focused = () => document.activeElement;
const heading = (name: string) => screen.findByRole('heading', { name });

describe('focus when a page opens', () => {
  it('moves to the heading of a page without a form', async () => {
    const user = open('/form');
    await user.click(screen.getByRole('link', { name: 'To the list' }));
    const title = await heading('The list');
    await waitFor(() => expect(focused()).toBe(title));
  });

  it('moves to the first field of a form, so that the user can type immediately', async () => {
    const user = open('/list');
    await user.click(screen.getByRole('link', { name: 'To the form' }));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Text')));
    await user.keyboard('Called back');
    expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Called back');
  });

  it('moves to the form even on the first page load', async () => {
    open('/form');
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Text')));
  });

  it('moves to the heading that loads with the record, and then to the form that loads after it', async () => {
    const user = open('/list');
    await user.click(screen.getByRole('link', { name: 'To the record' }));
    const loading = await heading('Loading');
    await waitFor(() => expect(focused()).toBe(loading));
    act(() => shown.emit('record'));
    const record = await heading('The record');
    await waitFor(() => expect(focused()).toBe(record));
    act(() => shown.emit('form'));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Text')));
  });

  it('is never taken away from a field in use', async () => {
    const user = open('/list');
    await user.click(screen.getByRole('link', { name: 'To the record' }));
    await heading('Loading');
    await user.type(screen.getByLabelText('Search'), 'Lee');
    act(() => shown.emit('record'));
    await heading('The record');
    await user.keyboard(', Ann');
    expect(screen.getByLabelText('Search')).toHaveProperty('value', 'Lee, Ann');
  });

  it('stays in a dialog that opened before the page changed', async () => {
    const user = open('/form');
    await user.click(screen.getByLabelText('Search everything'));
    act(() => moved.emit('/list'));
    await heading('The list');
    await user.keyboard('lee');
    expect(screen.getByLabelText('Search everything')).toHaveProperty('value', 'lee');
  });

  it('does not move on the first load of a page without a form', async () => {
    open('/list');
    await heading('The list');
    expect(focused()).toBe(document.body);
  });
});
