import { requiredText } from '@portal/contract/fields';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { session } from '#lib/portal.ts';
import { aUser } from '#lib/test/people.ts';
import { signInAs } from '#lib/test/sign-in.ts';
import { Form } from './Form.tsx';
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

const open = (path: string) =>
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element: <Example /> }], { initialEntries: [path] })}
    />,
  );
const field = () => screen.getByRole('textbox', { name: 'Name' });

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
