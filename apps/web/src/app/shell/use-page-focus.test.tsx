import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSignal } from '#lib/signal.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { usePageFocus } from './use-page-focus.ts';

function Shell() {
  const main = useRef<HTMLElement>(null);
  usePageFocus(main);
  return (
    <>
      <Link to="/list">To the list</Link>
      <Link to="/form">To the form</Link>
      <Link to="/record">To the record</Link>
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
      <Form form={form} focusesFirst guardsChanges={false}>
        <FormTextField control={form.control} name="text" label="Text" />
      </Form>
    </>
  );
}

type Part = 'loading' | 'record' | 'form';
const shown = createSignal<Part>();

/** Loads as slowly as the test wants, with another heading for the record than while it loads. */
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

describe('where the focus goes when a page opens', () => {
  it('to the heading of a page to look at', async () => {
    const user = open('/form');
    await user.click(screen.getByRole('link', { name: 'To the list' }));
    const title = await heading('The list');
    await waitFor(() => expect(focused()).toBe(title));
  });

  it('into the form of a page to fill in: what is typed at once is in its field', async () => {
    const user = open('/list');
    await user.click(screen.getByRole('link', { name: 'To the form' }));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Text')));
    await user.keyboard('Called back');
    expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Called back');
  });

  it('into the form also when the portal opens with it', async () => {
    open('/form');
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Text')));
  });

  it('to the heading that comes with the record, and on to the form that comes after it', async () => {
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

  it('is never taken from a field in use', async () => {
    const user = open('/list');
    await user.click(screen.getByRole('link', { name: 'To the record' }));
    await heading('Loading');
    await user.type(screen.getByLabelText('Search'), 'Lee');
    act(() => shown.emit('record'));
    await heading('The record');
    await user.keyboard(', Ann');
    expect(screen.getByLabelText('Search')).toHaveProperty('value', 'Lee, Ann');
  });

  it('is not set when the portal opens a page to look at', async () => {
    open('/list');
    await heading('The list');
    expect(focused()).toBe(document.body);
  });
});
