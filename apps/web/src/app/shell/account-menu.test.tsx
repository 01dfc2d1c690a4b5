import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { session } from '#lib/portal.ts';
import { useSession } from '#lib/session/use-session.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { AccountMenu } from './AccountMenu.tsx';

function Page() {
  const { isAuthenticated } = useSession();
  const form = useAppForm(z.strictObject({ note: z.string() }), {
    defaultValues: { note: '' },
    errorFallback: 'Failed to save',
    onSubmit: async () => undefined,
  });
  return (
    <>
      {isAuthenticated ? (
        <AccountMenu draftCount={0} onDrafts={() => undefined} onKeys={() => undefined} />
      ) : null}
      <Form form={form}>
        <FormTextField control={form.control} name="note" label="Note" />
      </Form>
    </>
  );
}

async function open() {
  const server = createFakeServer();
  server.on('POST /auth/logout', { status: 204 });
  const { user } = await showPage({ server, at: '/form', pages: { '/form': Page } });
  const logOut = async () => {
    await user.click(screen.getByRole('button', { name: /Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  };
  return { user, logOut };
}

it('asks before a logout that loses what was typed', async () => {
  const { user, logOut } = await open();
  await user.type(screen.getByLabelText('Note'), 'Later');
  await logOut();
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Later');
  await logOut();
  expect(session.state().isAuthenticated).toBe(true);
  await user.click(await screen.findByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(session.state().lastEnd?.reason).toBe('signedOut'));
});
