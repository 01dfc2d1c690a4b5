import type { Dictation } from '@portal/contract/dictations';
import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import {
  aDictation,
  aDraft,
  ASSISTANT,
  IDS,
  NOW,
  PROVIDER,
  VIEW,
  withClinic,
  WRITE,
} from '../test/dictation-fixtures.ts';
import { DictationEditorPage } from '../DictationEditorPage.tsx';
import { button, press } from '../editor/test/editor-fixtures.ts';

const PATH = `/dictation/${IDS.dictation}`;
const SIGNED = {
  status: 'Signed',
  signedAt: NOW,
  signature: { name: 'Jane Roe', title: 'MD', signedAt: NOW, contentHash: 'ab'.repeat(32), hashVersion: 2 },
} as const;

interface ViewOptions {
  readonly stored?: Partial<Dictation>;
  readonly user?: { readonly id: string; readonly roles: string[] };
  readonly permissions?: readonly PermissionName[];
  readonly prepare?: (server: FakeServer) => void;
}

/** Shows the saved dictation, to its provider by default. */
async function view({ stored = {}, user = PROVIDER, permissions = WRITE, prepare }: ViewOptions = {}) {
  const server = withClinic(createFakeServer());
  server.on(`GET ${PATH}`, { body: aDictation(stored) });
  server.on('POST /dictation/findings', { body: [] });
  prepare?.(server);
  const page = await showPage({
    server,
    pages: { '/dictations/:id': DictationEditorPage },
    at: `/dictations/${IDS.dictation}`,
    permissions,
    user,
  });
  await screen.findByText('Block for Lee, Ann (00000042)');
  return { ...page, server, path: () => page.router.state.location.pathname };
}

const names = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((name) => name !== '');
const READ = ['Print Preview', 'Print', 'Export Text'];

describe('actions on a dictation', () => {
  it.each([
    ['its provider, saved', { status: 'Saved' }, PROVIDER, WRITE, ['Mark Reviewed', 'Edit', 'Sign']],
    ['its provider, completed', { status: 'Completed' }, PROVIDER, WRITE, ['Edit', 'Sign']],
    ['its provider, a draft', { status: 'Draft' }, PROVIDER, WRITE, ['Edit']],
    ['its provider, signed', SIGNED, PROVIDER, WRITE, ['Add Addendum']],
    ['another provider', { providerId: IDS.colleague }, PROVIDER, WRITE, ['Edit']],
    ['an assistant', { status: 'Saved' }, ASSISTANT, WRITE, ['Edit']],
    ['a user who can only view, completed', { status: 'Completed' }, ASSISTANT, VIEW, []],
    ['a user who can only view, signed', SIGNED, ASSISTANT, VIEW, []],
  ] as const)('offers the right actions to %s', async (_who, stored, { id, roles }, permissions, more) => {
    await view({ stored, user: { id, roles: [...roles] }, permissions });
    expect(names()).toEqual([...READ, ...more]);
  });

  it('leaves F2 to the browser when it cannot be edited', async () => {
    const { path } = await view({ permissions: VIEW });
    expect(press('F2')).toBe(true);
    expect(path()).toBe(`/dictations/${IDS.dictation}`);
  });

  it('opens the editor with F2', async () => {
    const { path } = await view();
    expect(press('F2')).toBe(false);
    await waitFor(() => expect(path()).toBe(`/dictations/${IDS.dictation}/edit`));
  });

  it('links back to the list when the dictation does not exist', async () => {
    await showPage({
      server: withClinic(createFakeServer()),
      pages: { '/dictations/:id': DictationEditorPage },
      at: `/dictations/${IDS.dictation}`,
      permissions: VIEW,
    });
    expect(await screen.findByText('This dictation does not exist.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Go to dictations' });
    expect(link.getAttribute('href')).toBe('/dictations');
  });
});

describe('a signed dictation', () => {
  const printed = {
    takenAt: '2026-11-22T15:00:00Z',
    report: {
      sections: [
        { title: 'Stored section', entries: [{ kind: 'pair' as const, label: 'Side', text: 'Stored side' }] },
      ],
      isOneSidedEntry: false,
    },
    letterhead: {
      headerHTML: '<h2>Old letterhead</h2>',
      footerHTML: '',
      values: {},
      timeZone: 'America/Los_Angeles',
      clock: '24' as const,
    },
  };
  const now = {
    templateName: 'Nerve block',
    patientName: 'Smith, Ann',
    patientDOB: '1961-01-02',
    providerName: 'Jane Doe',
  };

  it('shows what was signed, with the current values beside it', async () => {
    await view({ stored: { ...SIGNED, printed, now } });
    for (const text of ['now: Nerve block', 'now: Smith, Ann', 'now: 01/02/1961', 'now: Jane Doe'])
      await screen.findByText(text);
    await screen.findByText('Stored side');
    await screen.findByText(/^Electronically signed by Jane Roe, MD on 11\/21\/2026 07:00 PST$/u);
    expect(screen.queryByText(/Names and letterhead as of/u)).toBeNull();
  });

  it('says when its names were stored if that was after the signature', async () => {
    const signature = { ...SIGNED.signature, hashVersion: 1 };
    await view({ stored: { ...SIGNED, signature, printed } });
    expect(
      await screen.findByText('Names and letterhead as of 11/22/2026, after the signature.'),
    ).toBeTruthy();
  });

  it('previews its stored letterhead without asking for the current one', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    vi.spyOn(window, 'open').mockReturnValue(frame.contentWindow);
    const { server } = await view({ stored: { ...SIGNED, printed, now } });
    fireEvent.click(button('Print Preview'));
    const shown = () => frame.contentDocument?.body.textContent ?? '';
    await waitFor(() => expect(shown()).toContain('Old letterhead'));
    expect(shown()).toContain('Lee, Ann');
    expect(shown()).not.toContain('Smith');
    expect(server.calls.filter(({ path }) => path.includes('report-header'))).toEqual([]);
    frame.remove();
  });
});

const askToSign = async () => {
  fireEvent.click(button('Sign'));
  return screen.findByRole('alertdialog', { name: 'Sign this dictation?' });
};

describe('signing from the view', () => {
  it('shows an error in the dialog and allows a retry', async () => {
    const { server, user } = await view();
    server.on(`POST ${PATH}/sign`, { status: 409, body: { message: 'Not complete', code: 'CONFLICT' } });
    const dialog = await askToSign();
    const sign = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Sign' });
    await waitFor(() => expect(sign.disabled).toBe(false));
    await user.click(sign);
    await within(dialog).findByText('Not complete');

    server.on(`POST ${PATH}/sign`, { body: aDictation(SIGNED) });
    server.on(`GET ${PATH}`, { body: aDictation(SIGNED) });
    await user.click(sign);
    await screen.findAllByText('Lee, Ann – Block signed');
    await waitFor(() => expect(names()).toEqual([...READ, 'Add Addendum']));
    const [first] = server.calls.filter(({ path }) => path.endsWith('/sign'));
    expect(first?.body).toEqual({ version: 3 });
  });

  it('waits for the checks and reports a failure', async () => {
    const answer = Promise.withResolvers<{ readonly status: number }>();
    await view({ prepare: (server) => server.on('POST /dictation/findings', () => answer.promise) });
    const dialog = await askToSign();
    const sign = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Sign' });
    expect(sign.disabled).toBe(true);
    answer.resolve({ status: 500 });
    await within(dialog).findByText(/Could not check the dictation/u);
    expect(sign.disabled).toBe(false);
  });

  it('lists findings with links to where they can be corrected', async () => {
    const findings = [
      {
        check: 'emptyPlace',
        action: 'warn',
        message: 'Side is empty.',
        fieldId: 'side',
        code: null,
        lineIndex: null,
      },
      {
        check: 'manyUnits',
        action: 'warn',
        message: 'J1100 has 40 units.',
        fieldId: null,
        code: 'J1100',
        lineIndex: 2,
      },
    ];
    await view({
      prepare: (server) =>
        server.on('POST /dictation/findings', {
          body: [{ dictationId: IDS.dictation, patientName: 'Lee, Ann', templateName: 'Block', findings }],
        }),
    });
    const dialog = await askToSign();
    const links = await within(dialog).findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/dictations/${IDS.dictation}/edit#side`,
      `/dictations/${IDS.dictation}/edit#billing-line-2`,
    ]);
    expect(within(dialog).getByRole('button', { name: 'Sign Anyway' })).toBeTruthy();
  });

  it('does not sign what an administrator wants corrected first', async () => {
    const findings = [
      {
        check: 'heading',
        action: 'block',
        message: 'M17 is a heading.',
        fieldId: null,
        code: 'M17',
        lineIndex: 0,
      },
    ];
    await view({
      prepare: (server) =>
        server.on('POST /dictation/findings', {
          body: [{ dictationId: IDS.dictation, patientName: 'Lee, Ann', templateName: 'Block', findings }],
        }),
    });
    const dialog = await askToSign();
    await within(dialog).findByText('Correct this before you sign');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Sign Anyway' }).disabled).toBe(
      true,
    );
  });
});

describe('marking as reviewed', () => {
  it('reports a failure and allows a retry', async () => {
    const { server, user } = await view({ stored: { status: 'Saved' } });
    server.on('POST /dictation/batch/status', { status: 500 });
    await user.click(button('Mark Reviewed'));
    await screen.findAllByText(/^Failed to change the status/u);
    server.on('POST /dictation/batch/status', { body: { message: 'Done', updatedCount: 1 } });
    await user.click(button('Mark Reviewed'));
    await screen.findAllByText('Dictation marked as reviewed');
    const sent = server.calls.filter(({ path }) => path === '/dictation/batch/status').at(-1);
    expect(sent?.body).toEqual({ dictationIds: [IDS.dictation], newStatus: 'Completed' });
  });
});

const addendumBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Addendum/u });
const submit = () => screen.getAllByRole('button', { name: 'Add Addendum' }).at(-1) ?? document.body;

describe('adding an addendum', () => {
  const POST = `POST ${PATH}/addendum`;
  it('requires a text', async () => {
    const { server, user } = await view({ stored: SIGNED });
    await user.click(button('Add Addendum'));
    await screen.findByRole('dialog');
    await user.click(submit());
    await screen.findByText('Addendum is required');
    expect(server.countOf(POST)).toBe(0);
  });

  it('keeps the text after a failure and shows the addendum once it is saved', async () => {
    const { server, user } = await view({ stored: SIGNED });
    await user.click(button('Add Addendum'));
    await screen.findByRole('dialog');
    fireEvent.change(addendumBox(), { target: { value: 'Also on the right' } });
    server.on(POST, { status: 500 });
    await user.click(submit());
    await screen.findByText('Failed to save the addendum');
    expect(addendumBox().value).toBe('Also on the right');

    const addendum = {
      id: IDS.draft,
      text: 'Also on the right',
      reason: null,
      authorName: 'Jane Roe',
      authorTitle: 'MD',
      createdAt: NOW,
    };
    const added = aDictation({ ...SIGNED, addendums: [addendum] });
    server.on(POST, { status: 201, body: added });
    server.on(`GET ${PATH}`, { body: added });
    await user.click(submit());
    await screen.findAllByText('Addendum added');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Also on the right')).toBeTruthy();
  });
});

describe('files of a dictation', () => {
  it.each([
    ['Print', `GET ${PATH}/print`, 'Failed to print dictation'],
    ['Export Text', `GET ${PATH}/export/text`, 'Failed to export dictation'],
  ])('reports a failed %s', async (name, call, text) => {
    const { server, user } = await view();
    server.on(call, { status: 500 });
    await user.click(button(name));
    expect(await screen.findAllByText(new RegExp(`^${text}`, 'u'))).not.toHaveLength(0);
  });

  it('names missing required fields instead of opening the preview', async () => {
    const { user } = await view({ stored: { status: 'Draft', formData: { side: 'Left' } } });
    await user.click(button('Print Preview'));
    const toast = await screen.findAllByText('Please complete the following required fields: Technique');
    expect(toast).not.toHaveLength(0);
  });
});

describe('unsaved changes', () => {
  const withDraft: ViewOptions = {
    prepare: (server) => server.on('GET /dictation/drafts', { body: [aDraft()] }),
  };
  const OFFER = /You have unsaved changes to this dictation \(autosaved 11\/21\/2026 9:30 AM\)/u;

  it('can be continued or discarded', async () => {
    const { server, user } = await view(withDraft);
    await screen.findByText(OFFER);
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
      `/dictations/${IDS.dictation}/edit`,
    );
    await user.click(button('Discard'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    const confirm = within(dialog).getByRole('button', { name: 'Discard' });
    server.on(`DELETE /dictation/drafts/${IDS.draft}`, { status: 500 });
    await user.click(confirm);
    await within(dialog).findByText('Failed to discard changes');
    server.on(`DELETE /dictation/drafts/${IDS.draft}`, { body: { message: 'Discarded' } });
    server.on('GET /dictation/drafts', { body: [] });
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull());
  });

  it.each([
    ['another dictation', { dictationId: IDS.second }],
    ['a new dictation', { dictationId: null }],
  ])('of %s are not offered', async (_name, change) => {
    const { server } = await view({
      prepare: (on) => on.on('GET /dictation/drafts', { body: [aDraft(change)] }),
    });
    await waitFor(() => expect(server.countOf('GET /dictation/drafts')).toBe(1));
    await screen.findByText('Stored');
    expect(screen.queryByText(OFFER)).toBeNull();
  });

  it('are not loaded without edit permission', async () => {
    const { server } = await view({ ...withDraft, permissions: VIEW });
    await screen.findByText('Stored');
    expect(server.countOf('GET /dictation/drafts')).toBe(0);
  });
});
