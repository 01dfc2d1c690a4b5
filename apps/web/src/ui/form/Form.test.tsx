import { optionalText, requiredText, version } from '@portal/contract/fields';
import { isValidPhone, phoneDigits } from '@portal/domain/phone';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signInAs } from '#lib/test/sign-in.ts';
import { Form } from './Form.tsx';
import { FormActions } from './FormActions.tsx';
import { FormDateField } from './FormDateField.tsx';
import { FormPhoneField } from './FormPhoneField.tsx';
import { ToastOutlet } from '../ToastOutlet.tsx';
import { ToastProvider } from '../ToastProvider.tsx';
import { FormSelect } from './FormSelect.tsx';
import { FormTextField } from './FormTextField.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { useAppForm, type AppFormOptions } from './use-app-form.ts';

const schema = z.strictObject({
  title: requiredText('Title', 20),
  name: requiredText('Name', 100),
  phone: optionalText('Phone', 30)
    .refine(
      (text) => text === null || isValidPhone(text),
      'Enter one US number with its area code, such as (555) 123-4567 ext. 89',
    )
    .transform((text) => (text === null ? null : phoneDigits(text))),
  bornOn: optionalText('Born on', 10),
  version,
});
type Input = z.input<typeof schema>;
type Output = z.output<typeof schema>;
const filled: Input = { title: 'MD', name: 'Ann Lee', phone: '5551234567', bornOn: '1990-04-05', version: 1 };

class Refusal extends Error {
  readonly code: string;
  readonly fieldErrors: Record<string, string[]>;
  readonly current: unknown;
  constructor(code: string, fieldErrors: Record<string, string[]> = {}, current?: unknown) {
    super(`Refused: ${code}`);
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.current = current;
  }
}

function Example(
  options: Partial<AppFormOptions<Input, Output>> & Pick<AppFormOptions<Input, Output>, 'onSubmit'>,
) {
  const form = useAppForm(schema, { defaultValues: filled, errorFallback: 'Failed to save', ...options });
  const { control } = form;
  return (
    <Form form={form}>
      <FormSelect
        control={control}
        name="title"
        label="Title"
        required
        options={[{ value: 'MD', label: 'MD' }]}
        noneLabel="None"
      />
      <FormTextField control={control} name="name" label="Name" required helperText="As on the card" />
      <FormPhoneField control={control} name="phone" label="Phone" />
      <FormDateField control={control} name="bornOn" label="Born on" />
      <FormActions cancelTo="/away" />
    </Form>
  );
}

const Around = () => (
  <ToastProvider>
    <ToastOutlet sx={{}} />
    <Link to="/?patient=b">Another patient</Link>
    <Link to="/away">Elsewhere</Link>
    <Outlet />
    <LeaveQuestion />
  </ToastProvider>
);

function show(options: Parameters<typeof Example>[0]) {
  const children = [
    { path: '/', element: <Example {...options} /> },
    { path: '/away', element: <Link to="/">Back</Link> },
  ];
  render(<RouterProvider router={createMemoryRouter([{ Component: Around, children }])} />);
  return userEvent.setup();
}
const field = (name: RegExp | string) => screen.getByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });
const focused = () => document.activeElement;
const readCurrent = (current: unknown) => schema.safeParse(current).data ?? null;
/** Whether the browser would close the tab without confirmation. */
const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('form', () => {
  it('shows stored digits formatted and saves the schema’s output', async () => {
    const saved: Output[] = [];
    const user = show({ onSubmit: async (values) => void saved.push(values) });
    expect(field('Phone')).toHaveProperty('value', '(555) 123-4567');
    expect(field('Born on')).toHaveProperty('value', '04/05/1990');
    await user.clear(field('Phone'));
    await user.type(field('Phone'), '5559876543x12');
    await user.clear(field('Born on'));
    await user.type(field('Born on'), '12311999');
    await user.click(save());
    expect(saved).toEqual([{ ...filled, phone: '555987654312', bornOn: '1999-12-31' }]);
  });

  it('shows the schema’s message on its field and focuses the first one', async () => {
    const user = show({ defaultValues: { ...filled, title: '', name: '' }, onSubmit: async () => undefined });
    await user.click(save());
    const title = screen.getByRole('combobox', { name: /Title/ });
    await waitFor(() => expect(focused()).toBe(title));
    const name = field(/Name/);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    const help = document.getElementById(name.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toBe('Name is required');
    await user.type(name, 'Ann');
    await waitFor(() => expect(help?.textContent).toBe('As on the card'));
  });

  it('shows the server’s field errors on their fields and the others in a focused alert', async () => {
    const failure = new Refusal('VALIDATION', { phone: ['Phone is taken.'], officeId: ['Unknown office.'] });
    const user = show({ onSubmit: () => Promise.reject(failure) });
    await user.click(save());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Unknown office.');
    await waitFor(() => expect(focused()).toBe(alert));
    expect(screen.getByText('Phone is taken.')).toBeTruthy();
    expect(field('Phone')).toHaveProperty('value', '(555) 123-4567');
  });

  it('focuses the field if every message belongs to a field', async () => {
    const user = show({
      onSubmit: () => Promise.reject(new Refusal('VALIDATION', { phone: ['Phone is taken.'] })),
    });
    await user.click(save());
    await waitFor(() => expect(focused()).toBe(field('Phone')));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('prefers the server’s message to the fallback', async () => {
    let failure: Error = new Refusal('CONFLICT');
    const user = show({ onSubmit: () => Promise.reject(failure) });
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toBe('Refused: CONFLICT');
    failure = new TypeError('x is not a function');
    await user.click(save());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Failed to save'));
  });

  it('saves only once if Save is clicked repeatedly', async () => {
    let count = 0;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const user = show({
      onSubmit: () => {
        count += 1;
        return promise;
      },
    });
    await user.dblClick(save());
    await user.type(field(/Name/), '{Enter}');
    resolve(undefined);
    await waitFor(() => expect(save()).toHaveProperty('disabled', false));
    expect(count).toBe(1);
  });
});

describe('stale save', () => {
  const theirs: Input = { ...filled, name: 'Ann Miller', phone: null, version: 2 };
  const staleOnce = () => {
    const saved: Output[] = [];
    const onSubmit = async (values: Output) => {
      if (values.version !== 2) throw new Refusal('STALE', {}, theirs);
      saved.push(values);
    };
    const user = show({ onSubmit, stale: { read: readCurrent, labels: { name: 'Name', phone: 'Phone' } } });
    return { user, saved };
  };

  it('merges my edits into their record, with their version', async () => {
    const { user, saved } = staleOnce();
    await user.clear(field(/Name/));
    await user.type(field(/Name/), 'Ann Li');
    await user.click(save());
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('They saved: Ann Miller');
    expect(panel.textContent).toContain('You have: Ann Li');
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    expect(field(/Name/)).toHaveProperty('value', 'Ann Li');
    expect(field('Phone')).toHaveProperty('value', '');
    await user.click(save());
    await waitFor(() => expect(saved).toEqual([{ ...filled, name: 'Ann Li', phone: null, version: 2 }]));
  });

  it('can be replaced by their record', async () => {
    const { user, saved } = staleOnce();
    await user.type(field(/Name/), ' Li');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
    expect(field(/Name/)).toHaveProperty('value', 'Ann Miller');
    await user.click(save());
    await waitFor(() => expect(saved).toEqual([theirs]));
  });
});

describe('unsaved changes', () => {
  it('ask for confirmation before leaving', async () => {
    const user = show({ onSubmit: async () => undefined });
    await user.type(field(/Name/), 'x');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field(/Name/)).toHaveProperty('value', 'Ann Leex');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('link', { name: 'Back' })).toBeTruthy();
  });

  it('do not exist after saving', async () => {
    const user = show({ onSubmit: async () => undefined });
    await user.type(field(/Name/), 'x');
    await user.click(save());
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(await screen.findByRole('link', { name: 'Back' })).toBeTruthy();
  });

  it('make the browser ask before closing the tab', async () => {
    const user = show({ onSubmit: async () => undefined });
    expect(closes()).toBe(true);
    await user.type(field(/Name/), 'x');
    expect(closes()).toBe(false);
  });

  it('ask before another query of the same address, which may be about another record', async () => {
    const user = show({ onSubmit: async () => undefined });
    await user.type(field(/Name/), 'x');
    await user.click(screen.getByRole('link', { name: 'Another patient' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  });
});

/** Types, saves, and clicks a link while the save is under way. */
async function leave() {
  await signInAs();
  const { promise, reject } = Promise.withResolvers<undefined>();
  const user = show({ onSubmit: () => promise });
  await user.type(field(/Name/), 'x');
  await user.click(save());
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await screen.findByRole('alertdialog', { name: 'Leave while saving?' });
  return { user, reject };
}

describe('leaving during a save', () => {
  it('asks, and stays if the save has failed before the answer', async () => {
    const { user, reject } = await leave();
    reject(new Refusal('CONFLICT'));
    await screen.findByText('Refused: CONFLICT');
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field(/Name/)).toHaveProperty('value', 'Ann Leex');
  });

  it('says on any page that the save failed, and gives the changes back', async () => {
    const { user, reject } = await leave();
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await screen.findByRole('link', { name: 'Back' });
    reject(new Refusal('CONFLICT'));
    await screen.findAllByText('Refused: CONFLICT. Your changes are kept.');
    await user.click(screen.getByRole('button', { name: 'Open again' }));
    await waitFor(() => expect(field(/Name/)).toHaveProperty('value', 'Ann Leex'));
    expect(screen.getByText(/Your unsaved changes have been restored/)).toBeTruthy();
  });
});
