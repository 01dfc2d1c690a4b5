import { permission } from '@portal/contract/endpoint';
import { requiredText } from '@portal/contract/fields';
import type { PermissionName } from '@portal/domain/permissions';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { session } from '#lib/portal.ts';
import { showRoutes } from '#lib/test/show-routes.tsx';
import { signInAs, stubServer } from '#lib/test/sign-in.ts';
import { aUser } from '#lib/test/people.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { hasUnsavedInput } from '#ui/form/leave-guard.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { portalRoutes } from './portal-router.tsx';
import { page } from './routes/page.ts';

const schema = z.strictObject({ name: requiredText('Name', 100) });

function Fields({ about }: { readonly about: string }) {
  const form = useAppForm(schema, {
    about,
    defaultValues: { name: '' },
    errorFallback: 'Failed to save',
    onSubmit: async () => undefined,
  });
  return (
    <Form form={form}>
      <FormTextField control={form.control} name="name" label={about} />
    </Form>
  );
}

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Fields about="Name" />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <FormDialog title="More" onClose={() => setOpen(false)}>
          <Fields about="Note" />
        </FormDialog>
      ) : null}
    </>
  );
}

const PAGES = [
  page('/patients', { title: 'Patients', guard: permission('Patient.View'), load: async () => Page }),
];
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const denied = () => screen.queryByText(/^Access Denied/);
const setPermissions = async (...names: readonly PermissionName[]) => {
  stubServer(aUser(), names);
  await session.refreshPermissions();
};

async function openPatients(): Promise<void> {
  cleanup();
  showRoutes(portalRoutes(PAGES), '/patients');
  await screen.findByLabelText('Name');
}

beforeEach(async () => {
  await signInAs(aUser(), ['Patient.View']);
  await openPatients();
});

describe('a permission that is revoked for a moment', () => {
  it('hides the form, and gives back what was typed', async () => {
    await userEvent.type(box('Name'), 'Zoe');
    await setPermissions();
    await waitFor(() => expect(denied()).toBeTruthy());
    expect(screen.queryByRole('textbox')).toBeNull();
    await setPermissions('Patient.View');
    await waitFor(() => expect(denied()).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Zoe');
  });

  it('hides a dialog, too', async () => {
    await userEvent.click(screen.getByText('Open'));
    await userEvent.type(box('Note'), 'Later');
    await setPermissions();
    await waitFor(() => expect(denied()).toBeTruthy());
    expect(screen.queryByRole('dialog')).toBeNull();
    await setPermissions('Patient.View');
    await waitFor(() => expect(denied()).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'Later');
  });

  it('keeps what was typed when the session ends, and asks before it is lost', async () => {
    await userEvent.type(box('Name'), 'Zoe');
    await setPermissions();
    await waitFor(() => expect(denied()).toBeTruthy());
    expect(hasUnsavedInput()).toBe(true);
    act(() => session.expire());
    await waitFor(() => expect(denied()).toBeNull());
    await signInAs(aUser(), ['Patient.View']);
    await openPatients();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Zoe');
  });

  it('removes the page if nothing was typed', async () => {
    await setPermissions();
    await waitFor(() => expect(denied()).toBeTruthy());
    expect(screen.queryByLabelText('Name')).toBeNull();
  });
});
