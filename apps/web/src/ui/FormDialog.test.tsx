import { requiredText } from '@portal/contract/fields';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Form } from './form/Form.tsx';
import { FormActions } from './form/FormActions.tsx';
import { FormTextField } from './form/FormTextField.tsx';
import { useAppForm } from './form/use-app-form.ts';
import { FormDialog } from './FormDialog.tsx';

const schema = z.strictObject({ name: requiredText('Name', 100) });

function Fields() {
  const form = useAppForm(schema, {
    defaultValues: { name: 'Ann' },
    errorFallback: 'Failed to save',
    onSubmit: async () => undefined,
  });
  return (
    <Form form={form} guardsChanges={false}>
      <FormTextField control={form.control} name="name" label="Name" required />
      <FormActions />
    </Form>
  );
}

function open() {
  const onClose = vi.fn<() => void>();
  render(
    <FormDialog title="Edit" onClose={onClose}>
      <Fields />
    </FormDialog>,
  );
  return { onClose, user: userEvent.setup() };
}
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
const discardDialog = () => screen.findByRole('alertdialog', { name: 'Discard your changes?' });

describe('form dialog', () => {
  it('closes immediately if nothing was changed', async () => {
    const { onClose, user } = open();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('asks before discarding changes on Escape or Cancel', async () => {
    const { onClose, user } = open();
    await user.type(name(), ' Lee');
    await user.keyboard('{Escape}');
    await discardDialog();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(name().value).toBe('Ann Lee');
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await discardDialog();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('does not ask if the change was undone', async () => {
    const { onClose, user } = open();
    await user.type(name(), '!{Backspace}');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});
