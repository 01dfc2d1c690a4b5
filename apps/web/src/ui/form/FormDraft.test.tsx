import { optionalText, requiredText, version } from '@portal/contract/fields';
import { formDraftSave, type FormDraft } from '@portal/contract/form-drafts';
import type { DraftForm } from '@portal/domain/form-drafts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { session } from '#lib/portal.ts';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { FormDialog } from '../FormDialog.tsx';
import { Form } from './Form.tsx';
import { FormActions } from './FormActions.tsx';
import { FormTextField } from './FormTextField.tsx';
import { useAppForm } from './use-app-form.ts';
import { useSignOut } from './use-sign-out.tsx';

const ID = '01980000-0000-7000-8000-000000000001';
const KEPT_AT = '2026-11-21T15:00:00.000Z';
const schema = z.strictObject({
  firstName: requiredText('First name', 100),
  city: optionalText('City', 100),
  socialSecurityNumber: optionalText('SSN', 20),
  version,
});
type Input = z.input<typeof schema>;
const BLANK: Input = { firstName: '', city: '', socialSecurityNumber: '' };

interface FieldsProps {
  readonly draft: DraftForm;
  readonly start: Input;
  readonly about?: string;
  readonly onSave?: () => Promise<undefined>;
}

function Fields({ draft, start, about, onSave = async () => undefined }: FieldsProps) {
  const form = useAppForm(schema, {
    about,
    draft,
    defaultValues: start,
    errorFallback: 'Failed to save',
    onSubmit: onSave,
    stale: { read: () => null, labels: { firstName: 'First Name', city: 'City' } },
  });
  const { control } = form;
  return (
    <Form form={form}>
      <FormTextField control={control} name="firstName" label="First Name" />
      <FormTextField control={control} name="city" label="City" />
      <FormTextField control={control} name="socialSecurityNumber" label="SSN" />
      <FormActions cancelTo="/away" />
    </Form>
  );
}

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      {isOpen ? (
        <FormDialog title="Edit patient" onClose={() => setOpen(false)}>
          <Fields draft="patientUpdate" start={BLANK} about="ann" />
        </FormDialog>
      ) : null}
    </>
  );
}

function Logout() {
  const { signOut, question: asked } = useSignOut();
  return (
    <>
      <button type="button" onClick={signOut}>
        Logout
      </button>
      {asked}
    </>
  );
}

const New = () => (
  <>
    <Logout />
    <Link to="/away">Elsewhere</Link>
    <Fields draft="patientCreate" start={BLANK} />
  </>
);
const Changed = () => (
  <Fields draft="patientUpdate" start={{ ...BLANK, firstName: 'Ann', city: 'Oslo', version: 2 }} />
);

async function show(at = '/patients/new', server: FakeServer = createFakeServer()) {
  const pages = { '/patients/new': New, '/patients/edit': Changed, '/dialog': Page };
  const page = await showPage({ server, pages, at });
  const puts = () => {
    const found = server.calls.filter(({ method }) => method === 'PUT');
    // What the server would refuse is no draft.
    for (const { body } of found) formDraftSave.body.parse(body);
    return found;
  };
  return { ...page, server, puts };
}
const box = (name: string) => screen.getByRole('textbox', { name });
const draftOf = (content: Partial<FormDraft['content']>, form: DraftForm = 'patientCreate'): FormDraft => ({
  id: ID,
  form,
  revision: 3,
  updatedAt: KEPT_AT,
  content: {
    address: '/patients/new',
    about: null,
    dialog: null,
    subject: null,
    patientId: null,
    base: {},
    mine: {},
    ...content,
  },
});
/** A server with one draft. */
function serverWith(draft: FormDraft): FakeServer {
  const server = createFakeServer();
  const { content, ...mark } = draft;
  server.on('GET /form-drafts/marks', {
    body: [{ ...mark, address: content.address, about: content.about }],
  });
  server.on('GET /form-drafts/:id', { body: draft });
  return server;
}
const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
const press = (name: string) => screen.getByRole('button', { name }).click();

describe('leaving a form with unsaved input', () => {
  it('keeps it as a draft, without the social security number, and says so', async () => {
    const { user, router, puts } = await show();
    await user.type(box('First Name'), 'Ada');
    await user.type(box('SSN'), '219-09-9999');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect((await question()).textContent).toContain('The social security number is not kept.');
    press('Keep as draft');
    await waitFor(() => expect(router.state.location.pathname).toBe('/away'));
    expect(puts().at(-1)?.body).toMatchObject({
      form: 'patientCreate',
      content: { address: '/patients/new', subject: 'Ada', mine: { firstName: 'Ada', city: '' } },
    });
    expect(JSON.stringify(puts().map(({ body }) => body))).not.toMatch(/219-?09|socialSecurity/);
    await screen.findByText(/^Kept as a draft/, { selector: 'output span' });
  });

  it('stays, and says why, if the draft cannot be kept', async () => {
    const { user, router, server } = await show();
    server.on('PUT /form-drafts/:id', { status: 503, body: { message: 'Busy', code: 'UNAVAILABLE' } });
    await user.type(box('First Name'), 'Ada');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await question();
    press('Keep as draft');
    await screen.findByText('Busy');
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await screen.findByText(/No draft of this form is kept at the moment/);
    expect(router.state.location.pathname).toBe('/patients/new');
    expect(box('First Name')).toHaveProperty('value', 'Ada');
    // Otherwise, it would be sent again during the next tests.
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await question();
    press('Discard');
    await waitFor(() => expect(router.state.location.pathname).toBe('/away'));
  });

  it('removes the draft that was kept while typing if the person discards it', async () => {
    const { user, router, server, puts } = await show();
    await user.type(box('First Name'), 'Ada');
    await waitFor(() => expect(puts()).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await question();
    press('Discard');
    await waitFor(() => expect(router.state.location.pathname).toBe('/away'));
    await waitFor(() => expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
    expect(puts()).toHaveLength(1);
  });

  it('asks the same at Logout', async () => {
    const { user, puts } = await show();
    await user.type(box('First Name'), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('alertdialog', { name: 'Log out without saving?' });
    press('Keep as draft');
    await waitFor(() => expect(session.state().isAuthenticated).toBe(false));
    expect(puts().at(-1)?.body).toMatchObject({ content: { mine: { firstName: 'Ada' } } });
  });

  it('asks the same when a dialog is closed', async () => {
    const { user, puts } = await show('/dialog');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(box('First Name'), 'Ada');
    await user.keyboard('{Escape}');
    await question();
    press('Keep as draft');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(puts().at(-1)?.body).toMatchObject({
      form: 'patientUpdate',
      content: { address: '/dialog', about: 'ann', dialog: 'Edit patient' },
    });
  });
});

describe('a draft', () => {
  it('is kept while typing, and gone after the form was saved', async () => {
    const { user, server, puts } = await show();
    await user.type(box('First Name'), 'Ada');
    await waitFor(() => expect(puts()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
    const id = puts()[0]?.path.split('/').at(-1);
    expect(server.calls.find(({ method }) => method === 'DELETE')?.path).toBe(`/form-drafts/${id}`);
  });

  it('is offered when the form opens again, continued under its id, and says what was left out', async () => {
    const mine = { firstName: 'Ada', city: 'Rome', nickname: 'Addie' };
    const { user, puts } = await show(
      '/patients/new',
      serverWith(draftOf({ base: { firstName: '' }, mine })),
    );
    await screen.findByText(/^You have a draft of this form of 11\/21\/2026/);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(box('First Name')).toHaveProperty('value', 'Ada'));
    expect(box('City')).toHaveProperty('value', 'Rome');
    const notice = screen.getByText(/^Restored from your draft of 11\/21\/2026/);
    expect(notice.textContent).toContain('what no longer fits was left out');
    await user.type(box('City'), '!');
    await waitFor(() => expect(puts().at(-1)?.path).toBe(`/form-drafts/${ID}`));
    expect(puts().at(-1)?.body).toMatchObject({ revision: 3, content: { mine: { city: 'Rome!' } } });
  });

  it('of a record that a colleague changed takes what the person did not edit, and shows what both changed', async () => {
    const base = { firstName: 'Ann', city: 'Rome', version: 1 };
    const mine = { firstName: 'Anna', city: 'Paris', version: 1 };
    const draft = draftOf({ address: '/patients/edit', base, mine }, 'patientUpdate');
    const { user } = await show('/patients/edit', serverWith(draft));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('They saved: Oslo')).toBeTruthy();
    expect(screen.getByText('You have: Paris')).toBeTruthy();
    expect(box('First Name')).toHaveProperty('value', 'Anna');
  });

  it('that another window has changed is not overwritten before the person says so', async () => {
    const { user, server, puts } = await show();
    server.on('PUT /form-drafts/:id', {
      status: 409,
      body: { message: 'This draft is open in another window and was changed there.', code: 'STALE' },
    });
    await user.type(box('First Name'), 'Ada');
    await screen.findByText(/open in another window/);
    server.on('PUT /form-drafts/:id', {
      body: { id: ID, form: 'patientCreate', revision: 9, updatedAt: KEPT_AT },
    });
    await user.click(screen.getByRole('button', { name: 'Keep this one' }));
    await waitFor(() => expect(screen.queryByText(/open in another window/)).toBeNull());
    expect(puts().at(-1)?.body).toMatchObject({ takeOver: true });
  });

  it('is removed when everything typed was deleted again', async () => {
    const { user, server, puts } = await show();
    await user.type(box('First Name'), 'Ada');
    await waitFor(() => expect(puts()).toHaveLength(1));
    await user.clear(box('First Name'));
    await waitFor(() => expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
  });

  it('is continued, not doubled, after the session ended and the person is back', async () => {
    const { user, puts } = await show();
    await user.type(box('First Name'), 'Ada');
    await waitFor(() => expect(puts()).toHaveLength(1));
    session.expire();
    const again = await show();
    await waitFor(() =>
      expect(screen.getAllByRole('textbox', { name: 'First Name' }).at(-1)).toHaveProperty('value', 'Ada'),
    );
    const boxes = screen.getAllByRole('textbox', { name: 'City' });
    await again.user.type(boxes.at(-1) ?? box('City'), 'Rome');
    await waitFor(() => expect(again.puts().at(-1)?.path).toBe(puts()[0]?.path));
  });
});
