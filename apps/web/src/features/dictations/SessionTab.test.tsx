import type { DictationTemplate } from '@portal/contract/templates';
import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
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
  type Person,
} from './test/dictation-fixtures.ts';
import { press } from './editor/test/editor-fixtures.ts';
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

/** Opens the session screen with a saved session. */
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
  it('requires all settings before a dictation can be started, by click or digit key', async () => {
    const { path } = await tab({ user: ASSISTANT, prepare: noSession });
    await screen.findByText('Select a provider, location, and session date to start.');
    expect(await tile('Block')).toHaveProperty('disabled', true);
    press('1');
    expect(path()).toBe('/dictations');
  });

  it('is saved as soon as it is complete', async () => {
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
    await waitFor(() => expect(screen.queryByText(/^Select a provider, location/u)).toBeNull());
  });

  it('reports a failed save, and dictations can still be started', async () => {
    const { server } = await tab();
    server.on('POST /dictation/session', { status: 500 });
    await choose('Location', 'Harbor');
    await screen.findByText('Failed to save session');
    const link = new URL((await tile('Block'))?.getAttribute('href') ?? '', 'http://localhost');
    expect(link.searchParams.get('locationId')).toBe(IDS.secondOffice);
  });

  it('requires a new location when the saved one is no longer active', async () => {
    await tab({
      prepare: (server) =>
        server.on('GET /dictation/session/current', { body: { ...SESSION, locationId: IDS.group } }),
    });
    await screen.findByText('Select a provider, location, and session date to start.');
    expect(await tile('Block')).toHaveProperty('disabled', true);
  });

  it('reports when its options fail to load and retries', async () => {
    const { server } = await tab({ prepare: (on) => on.on('GET /office', { status: 500 }) });
    await screen.findByText('Failed to load data');
    server.on('GET /office', { body: [] });
    fireEvent.click(screen.getByText('Retry'));
    await screen.findByText('Select a provider, location, and session date to start.');
    expect(screen.queryByText('Failed to load data')).toBeNull();
  });
});

describe('starting a dictation', () => {
  it('opens the template with that quick access order on a digit key', async () => {
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

  it('is not offered without create permission', async () => {
    await tab({ permissions: VIEW });
    await screen.findByText('No dictations yet');
    expect(screen.queryByText('New Dictation')).toBeNull();
    expect(screen.queryByText('Block')).toBeNull();
  });

  it('shows an empty state without templates', async () => {
    await tab({ templates: [] });
    expect(await screen.findByText('No active templates')).toBeTruthy();
  });

  it('shows the other templates by category on request', async () => {
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

  it('changes the default template by its star or reports the error', async () => {
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

describe('unfinished dictations', () => {
  const withDrafts: TabOptions = {
    prepare: (server) =>
      server.on('GET /dictation/drafts', {
        body: [
          aDraft({ dictationId: null, patientName: null }),
          aDraft({ id: IDS.second, dictationId: IDS.dictation }),
        ],
      }),
  };

  it('are listed with a link to continue', async () => {
    await tab(withDrafts);
    const section = within(await screen.findByRole('region', { name: 'Unfinished Dictations' }));
    const items = section.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toContain(
      'No patient selected, BlockProcedure 11/21/2026, not saved yet, last edited 11/21/2026 9:30 AM',
    );
    expect(items[1]).toContain('Lee, Ann (00000042), Block');
    expect(items[1]).toContain('changes not saved');
    expect(screen.getByLabelText('Continue No patient selected, Block').getAttribute('href')).toBe(
      `/dictations/new?template=${IDS.template}&draft=${IDS.draft}`,
    );
    expect(screen.getByLabelText('Continue Lee, Ann (00000042), Block').getAttribute('href')).toBe(
      `/dictations/${IDS.dictation}/edit`,
    );
  });

  it('and pending dictations report a failed load; other panels do not', async () => {
    await tab({
      prepare: (server) => {
        for (const path of ['pending', 'recent', 'templates', 'session/current', 'drafts'])
          server.on(`GET /dictation/${path}`, { status: 500 });
      },
    });
    await screen.findByText('Failed to load pending dictations');
    await screen.findByText('Failed to load unfinished dictations');
    expect(screen.getAllByRole('alert')).toHaveLength(2);
  });

  it('are discarded after confirmation; a failure is shown in the dialog', async () => {
    const { server } = await tab(withDrafts);
    fireEvent.click(await screen.findByLabelText('Discard No patient selected, Block'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
    expect(dialog.textContent).toContain('This cannot be undone.');
    const discard = within(dialog).getByText('Discard');
    const call = `DELETE /dictation/drafts/${IDS.draft}`;
    server.on(call, { status: 500 });
    fireEvent.click(discard);
    await within(dialog).findByText('Failed to discard changes');
    server.on(call, { body: { message: 'Discarded' } });
    server.on('GET /dictation/drafts', { body: [] });
    fireEvent.click(discard);
    await screen.findAllByText('Draft discarded');
    await waitFor(() => expect(screen.queryByText('Unfinished Dictations')).toBeNull());
  });
});

describe('role-dependent panels', () => {
  it.each([
    ['shown to a provider', true, PROVIDER],
    ['not shown to an assistant', false, ASSISTANT],
  ])('pending dictations are %s', async (_who, isShown, user) => {
    const { server } = await tab({ user });
    await screen.findByText('No groups on this date');
    expect(screen.queryByText('Pending Dictations') !== null).toBe(isShown);
    expect(server.countOf('GET /dictation/pending')).toBe(isShown ? 1 : 0);
  });
});
