import type { DictationTemplate } from '@portal/contract/templates';
import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import {
  aDraft,
  ASSISTANT,
  aTemplate,
  IDS,
  PROVIDER,
  TODAY,
  VIEW,
  withClinic,
  WRITE,
} from './dictation-fixtures.ts';
import type { Person } from './dictation-fixtures.ts';
import { press } from './editor-fixtures.ts';
import { SessionTab } from './SessionTab.tsx';

const SESSION = {
  providerId: IDS.provider,
  providerName: 'Jane Roe',
  locationId: IDS.office,
  locationName: 'Main Street',
  sessionDate: TODAY,
};

interface TabOptions {
  readonly user?: Person;
  readonly permissions?: readonly PermissionName[];
  readonly templates?: readonly DictationTemplate[];
  readonly prepare?: (server: FakeServer) => void;
}

/** The session's screen; a session is kept already. */
async function tab({
  user = PROVIDER,
  permissions = WRITE,
  templates = [aTemplate()],
  prepare,
}: TabOptions = {}) {
  const server = withClinic(createFakeServer());
  server.on('GET /dictation/session/current', { body: SESSION });
  server.on('GET /dictation/templates', { body: templates });
  server.on('GET /dictation/categories', { body: [] });
  server.on(`GET /dictation/group/date/${TODAY}`, { body: [] });
  prepare?.(server);
  const page = await showPage({
    server,
    pages: { '/dictations': SessionTab },
    at: '/dictations',
    permissions,
    user,
  });
  await screen.findByText('Recent Dictations');
  return { ...page, server, path: () => page.router.state.location.pathname };
}

const noSession = (server: FakeServer) => server.on('GET /dictation/session/current', { body: 'null' });
const tile = async (name: string) => (await screen.findByText(name)).closest('a, button');
const choose = async (label: string, name: string) => {
  fireEvent.mouseDown(await screen.findByLabelText(new RegExp(`^${label}`, 'u')));
  fireEvent.click(await screen.findByRole('option', { name }));
};

describe('the session', () => {
  it('asks for what is missing before a note can be started, also by its key', async () => {
    const { path } = await tab({ user: ASSISTANT, prepare: noSession });
    await screen.findByText('Choose provider, location and date of the session first.');
    expect(await tile('Block')).toHaveProperty('disabled', true);
    press('1');
    expect(path()).toBe('/dictations');
  });

  it('is kept as soon as it is whole', async () => {
    const { server } = await tab({ user: ASSISTANT, prepare: noSession });
    server.on('POST /dictation/session', { body: SESSION });
    await choose('Provider', 'Jane Roe, MD');
    expect(server.countOf('POST /dictation/session')).toBe(0);
    await choose('Location', 'Main Street');
    await waitFor(() => expect(server.countOf('POST /dictation/session')).toBe(1));
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      providerId: IDS.provider,
      locationId: IDS.office,
      sessionDate: TODAY,
    });
    await waitFor(() => expect(screen.queryByText(/Choose provider, location and date/u)).toBeNull());
  });

  it('notes can be started where it could not be kept; that is said', async () => {
    const { server } = await tab();
    server.on('POST /dictation/session', { status: 500 });
    await choose('Location', 'Harbor');
    await screen.findByText('The session could not be kept');
    const link = new URL((await tile('Block'))?.getAttribute('href') ?? '', 'http://localhost');
    expect(link.searchParams.get('locationId')).toBe(IDS.secondOffice);
  });

  it('a kept location that is closed since is chosen anew', async () => {
    await tab({
      prepare: (server) =>
        server.on('GET /dictation/session/current', { body: { ...SESSION, locationId: IDS.group } }),
    });
    await screen.findByText('Choose provider, location and date of the session first.');
    expect(await tile('Block')).toHaveProperty('disabled', true);
  });

  it('says that its choices could not be loaded, and tries again', async () => {
    const { server } = await tab({ prepare: (on) => on.on('GET /office', { status: 500 }) });
    await screen.findByText('Failed to load data');
    server.on('GET /office', { body: [] });
    fireEvent.click(screen.getByText('Retry'));
    await screen.findByText('Choose provider, location and date of the session first.');
    expect(screen.queryByText('Failed to load data')).toBeNull();
  });
});

describe('starting a note', () => {
  it('a digit opens the template of that number in the session', async () => {
    const { router } = await tab();
    await waitFor(async () => expect((await tile('Block'))?.getAttribute('href')).not.toBeNull());
    press('2');
    press('1', { ctrlKey: true });
    expect(router.state.location.pathname).toBe('/dictations');
    press('1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dictations/new'));
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      template: IDS.template,
      providerId: IDS.provider,
      locationId: IDS.office,
      date: TODAY,
    });
  });

  it('is not offered to someone who may not write', async () => {
    await tab({ permissions: VIEW });
    await screen.findByText('No dictations yet');
    expect(screen.queryByText('New Dictation')).toBeNull();
    expect(screen.queryByText('Block')).toBeNull();
  });

  it('says that there are no templates', async () => {
    await tab({ templates: [] });
    expect(await screen.findByText('There are no active templates')).toBeTruthy();
  });

  it('the others are shown by category on request', async () => {
    await tab({
      templates: [
        aTemplate(),
        aTemplate({
          id: IDS.secondTemplate,
          name: 'Ablation',
          quickAccessOrder: null,
          categoryName: 'Nerves',
        }),
      ],
    });
    const more = await screen.findByText('Show all templates (1 more)');
    expect(screen.queryByText('Ablation')).toBeNull();
    fireEvent.click(more);
    expect(await screen.findByRole('heading', { name: 'Nerves' })).toBeTruthy();
    expect((await tile('Ablation'))?.getAttribute('href')).toContain(IDS.secondTemplate);
    fireEvent.click(screen.getByText('Show quick access only'));
    expect(screen.queryByText('Ablation')).toBeNull();
  });

  it('the default template is changed by its star, or it says why not', async () => {
    const { server } = await tab();
    const star = await screen.findByLabelText('Block: your default template');
    expect(star.getAttribute('aria-pressed')).toBe('false');
    const call = `POST /dictation/preferences/${IDS.template}/default`;
    server.on(call, { status: 500 });
    fireEvent.click(star);
    await screen.findAllByText(/^Failed to change the default template/u);
    expect(star.getAttribute('aria-pressed')).toBe('false');
    server.on(call, {
      body: { templateId: IDS.template, defaults: {}, isDefault: true, message: 'Block is your default' },
    });
    server.on('GET /dictation/templates', { body: [aTemplate({ isDefault: true })] });
    fireEvent.click(star);
    await screen.findAllByText('Block is your default');
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
  });
});

describe('unfinished notes', () => {
  const withDrafts: TabOptions = {
    prepare: (server) =>
      server.on('GET /dictation/drafts', {
        body: [
          aDraft({ dictationId: null, patientName: null }),
          aDraft({ id: IDS.second, dictationId: IDS.dictation }),
        ],
      }),
  };

  it('say what they are and where they go on', async () => {
    await tab(withDrafts);
    const section = within(await screen.findByRole('region', { name: 'Unfinished Notes' }));
    const items = section.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toContain(
      'No patient yet, BlockProcedure 11/21/2026, not saved yet, typed 11/21/2026 09:30',
    );
    expect(items[1]).toContain('Lee, Ann (00000042), Block');
    expect(items[1]).toContain('changes not saved');
    expect(screen.getByLabelText('Continue No patient yet, Block').getAttribute('href')).toBe(
      `/dictations/new?template=${IDS.template}&draft=${IDS.draft}`,
    );
    expect(screen.getByLabelText('Continue Lee, Ann (00000042), Block').getAttribute('href')).toBe(
      `/dictations/${IDS.dictation}/edit`,
    );
  });

  it('and pending dictations that cannot be read say so; templates, recent ones and the session are silent', async () => {
    await tab({
      prepare: (server) => {
        for (const path of ['pending', 'recent', 'templates', 'session/current', 'drafts'])
          server.on(`GET /dictation/${path}`, { status: 500 });
      },
    });
    await screen.findByText('Failed to load pending dictations');
    await screen.findByText('Failed to load your unfinished notes');
    expect(screen.getAllByRole('alert')).toHaveLength(2);
  });

  it('are thrown away after a question that says what is lost; a failure stays in it', async () => {
    const { server } = await tab(withDrafts);
    fireEvent.click(await screen.findByLabelText('Discard No patient yet, Block'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Discard what was typed?' });
    expect(dialog.textContent).toContain('This cannot be undone.');
    const discard = within(dialog).getByText('Discard');
    const call = `DELETE /dictation/drafts/${IDS.draft}`;
    server.on(call, { status: 500 });
    fireEvent.click(discard);
    await within(dialog).findByText('Failed to discard the note');
    server.on(call, { body: { message: 'Discarded' } });
    server.on('GET /dictation/drafts', { body: [] });
    fireEvent.click(discard);
    await screen.findAllByText('The note was discarded');
    await waitFor(() => expect(screen.queryByText('Unfinished Notes')).toBeNull());
  });
});

describe('what depends on the role', () => {
  it.each([
    ['shown to a provider', true, PROVIDER],
    ['not shown to an assistant', false, ASSISTANT],
  ])('pending dictations are %s', async (_who, isShown, user) => {
    const { server } = await tab({ user });
    await screen.findByText('No groups on this day');
    expect(screen.queryByText('Pending Dictations') !== null).toBe(isShown);
    expect(server.countOf('GET /dictation/pending')).toBe(isShown ? 1 : 0);
  });
});
