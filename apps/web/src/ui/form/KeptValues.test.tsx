import { requiredText } from '@portal/contract/fields';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { session } from '#lib/portal.ts';
import { keepForReload } from '#lib/session/restored-values.ts';
import { aToken, aUser } from '#lib/test/people.ts';
import { signInAs, stubServer } from '#lib/test/sign-in.ts';
import { Form } from './Form.tsx';
import { hasUnsavedInput } from './leave-guard.ts';
import { FormTextField } from './FormTextField.tsx';
import { useAppForm } from './use-app-form.ts';

const schema = z.strictObject({ name: requiredText('Name', 100) });

function Example() {
  const form = useAppForm(schema, {
    defaultValues: { name: '' },
    errorFallback: 'Failed to save',
    onSubmit: async () => undefined,
  });
  return (
    <Form form={form}>
      <FormTextField control={form.control} name="name" label="Name" />
    </Form>
  );
}

interface Contact {
  readonly name: string;
  readonly phone: string;
  readonly city: string;
  readonly version: number;
}
const contactSchema = z.strictObject({
  name: requiredText('Name', 100),
  phone: z.string(),
  city: z.string(),
  version: z.int(),
});

/** A form of a record that a colleague can change. `saved` has what was saved. */
function ContactForm({ contact, saved, about }: { contact: Contact; saved: Contact[]; about?: string }) {
  const form = useAppForm(contactSchema, {
    about,
    defaultValues: contact,
    errorFallback: 'Failed to save',
    onSubmit: async (values) => void saved.push(values),
    stale: { read: () => null, labels: { name: 'Name', phone: 'Phone', city: 'City' } },
  });
  return (
    <Form form={form}>
      <FormTextField control={form.control} name="name" label="Name" />
      <FormTextField control={form.control} name="phone" label="Phone" />
      <FormTextField control={form.control} name="city" label="City" />
      <button type="submit">Save</button>
    </Form>
  );
}

const open = (path: string) =>
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element: <Example /> }], { initialEntries: [path] })}
    />,
  );
const box = (name: string) => screen.getByRole('textbox', { name });
const field = () => box('Name');
const asksBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Replaces the text of a field. */
const retype = async (name: string, text: string) => {
  await userEvent.clear(box(name));
  await userEvent.type(box(name), text);
};

/** Types into the form, ends the session, and signs in again as a user on a page. */
async function typeAndReturn(end: () => void | Promise<void>, user = aUser(), path = '/a') {
  const { unmount } = open('/a');
  await userEvent.type(field(), 'Zoe');
  await end();
  unmount();
  await signInAs(user);
  open(path);
}

beforeEach(async () => {
  await signInAs();
});

describe('unsaved forms after the session ends', () => {
  it('are restored once for the same user on the same page', async () => {
    await typeAndReturn(session.expire);
    expect(field()).toHaveProperty('value', 'Zoe');
    expect(screen.getByText(/unsaved changes have been restored/)).toBeTruthy();
    open('/a');
    expect(screen.getAllByRole('textbox', { name: 'Name' }).at(-1)).toHaveProperty('value', '');
  });

  it('are restored after two-factor authentication had to be set up first', async () => {
    await typeAndReturn(() => session.updateUser({ mustSetUpTwoFactor: true }));
    expect(field()).toHaveProperty('value', 'Zoe');
  });

  it.each([
    ['another page', session.expire, aUser(), '/b'],
    ['another user', session.expire, aUser({ id: '55555555-5555-4555-8555-555555555555' }), '/a'],
    ['a user who logged out', session.signOut, aUser(), '/a'],
  ])('are not restored for %s', async (_who, end, user, path) => {
    await typeAndReturn(end, user, path);
    expect(field()).toHaveProperty('value', '');
    expect(screen.queryByText(/unsaved changes have been restored/)).toBeNull();
    await session.signOut();
  });
});

describe('unsaved forms before a reload', () => {
  const KEY_CALL = 'GET /auth/sessions/:id/form-key';

  async function signInWithSession(key: { readonly status?: number; readonly body: unknown }) {
    const server = stubServer();
    const sid = crypto.randomUUID();
    server.on('POST /auth/login', { body: { token: aToken({ sid }), user: aUser() } });
    server.on(KEY_CALL, key);
    await session.signIn({ username: 'jdoe', password: 'secret' });
  }

  it('are left to the question of the browser if they cannot be kept', async () => {
    await signInWithSession({ status: 404, body: { message: 'Gone', code: 'NOT_FOUND' } });
    open('/a');
    await userEvent.type(field(), 'Zoe');
    await keepForReload();
    expect(asksBrowser()).toBe(true);
    await session.signOut();
  });

  it('are kept, and the browser does not ask about them', async () => {
    await signInWithSession({ body: { key: btoa('k'.repeat(32)) } });
    const { unmount } = open('/a');
    expect(hasUnsavedInput()).toBe(false);
    await userEvent.type(field(), 'Zoe');
    expect([hasUnsavedInput(), asksBrowser()]).toEqual([true, true]);
    await keepForReload();
    expect(asksBrowser()).toBe(false);
    unmount();
    expect(hasUnsavedInput()).toBe(false);
    open('/a');
    expect(field()).toHaveProperty('value', 'Zoe');
    await session.signOut();
  });
});

describe('unsaved input of a record that a colleague changed before the person was back', () => {
  const ANN: Contact = { name: 'Ann', phone: '1', city: 'Rome', version: 1 };
  const show = (contact: Contact, about = 'ann') => {
    const saved: Contact[] = [];
    const element = <ContactForm contact={contact} saved={saved} about={about} />;
    const routes = [{ path: '*', element }];
    return { ...render(<RouterProvider router={createMemoryRouter(routes)} />), saved };
  };
  /** Types a phone number, ends the session and signs in again. */
  async function leave() {
    const { unmount } = show(ANN);
    await retype('Phone', '12');
    session.expire();
    unmount();
    await signInAs();
  }

  it('keeps what was typed, takes the rest from the colleague, and can be saved', async () => {
    await leave();
    const { saved } = show({ ...ANN, city: 'Oslo', version: 2 });
    expect(await screen.findByText(/unsaved changes have been restored/)).toBeTruthy();
    expect(screen.queryByText(/Someone else changed this record/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toEqual([{ name: 'Ann', phone: '12', city: 'Oslo', version: 2 }]));
  });

  it('shows a field that both changed, and saves nothing before the person has chosen', async () => {
    await leave();
    const { saved } = show({ ...ANN, phone: '13', city: 'Oslo', version: 2 });
    expect(await screen.findByText('They saved: 13')).toBeTruthy();
    expect(screen.getByText('You have: 12')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toEqual([{ name: 'Ann', phone: '12', city: 'Oslo', version: 2 }]));
  });

  it('offers the colleague’s version', async () => {
    await leave();
    show({ ...ANN, phone: '13', version: 2 });
    await userEvent.click(await screen.findByRole('button', { name: 'Use theirs' }));
    expect(box('Phone')).toHaveProperty('value', '13');
  });

  it('survives a second end of the session before a choice', async () => {
    await leave();
    const { unmount } = show({ ...ANN, phone: '13', version: 2 });
    await screen.findByText('They saved: 13');
    session.expire();
    unmount();
    await signInAs();
    show({ ...ANN, phone: '13', version: 2 });
    expect(await screen.findByText('You have: 12')).toBeTruthy();
  });

  it('is not restored for another record at the same address', async () => {
    await leave();
    const { unmount } = show({ ...ANN, name: 'Bob' }, 'bob');
    expect(box('Phone')).toHaveProperty('value', '1');
    unmount();
    show(ANN);
    expect(box('Phone')).toHaveProperty('value', '12');
  });
});
