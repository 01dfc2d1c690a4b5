import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '#lib/portal.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { chooseOption, optionsOf } from '#lib/test/choose-option.ts';
import type { Answer } from '#lib/test/fake-server.ts';
import { aUser } from '#lib/test/people.ts';
import { openProfile, part } from './test/profile-fixtures.ts';

const chosen = (label: string) => screen.getByLabelText(label, { selector: '[role="combobox"]' }).textContent;
const preferences = () => session.state().user?.preferences;

describe('profile preferences', () => {
  it('are sent in the API format and applied immediately', async () => {
    const { server, user } = await openProfile();
    const section = await part('Preferences');
    expect(chosen('Rows per page')).toBe('20 rows');
    chooseOption(/^Theme/, 'Dark');
    chooseOption(/^Rows per page/, '50 rows');
    chooseOption(/^Row height/, 'Compact');
    chooseOption(/^Landing page/, 'Medical Orders');
    await user.click(section.getByRole('switch', { name: 'Single-letter shortcuts' }));
    const chosenHere = {
      theme: 'dark',
      landingPage: '/orders',
      pageSize: 50,
      density: 'compact',
      letterShortcuts: false,
    };
    const saved = { ...aUser().preferences, ...chosenHere };
    const { promise, resolve } = Promise.withResolvers<Answer>();
    server.on('PUT /user/preferences', () => promise);
    await user.click(section.getByText('Save'));
    await waitFor(() => expect(preferences()).toEqual(saved));
    resolve({ body: saved });
    expect((await screen.findAllByText('Your preferences were saved.')).length).toBeGreaterThan(0);
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual(chosenHere);
    expect(chosen('Theme')).toBe('Dark');
  });

  it('are restored if the server refuses them', async () => {
    const { server, user } = await openProfile();
    const section = await part('Preferences');
    chooseOption(/^Rows per page/, '10 rows');
    server.on('PUT /user/preferences', { status: 500 });
    await user.click(section.getByText('Save'));
    await waitFor(() => expect(server.countOf('PUT /user/preferences')).toBe(1));
    await waitFor(() => expect(preferences()).toEqual(aUser().preferences));
    expect(screen.queryByText('Your preferences were saved.')).toBeNull();
  });

  it('follow a theme change made elsewhere', async () => {
    await openProfile();
    await part('Preferences');
    act(() => session.updateUser({ preferences: { ...aUser().preferences, theme: 'light' } }));
    await waitFor(() => expect(chosen('Theme')).toBe('Light'));
  });

  it('keep what is chosen but not saved when another preference changes, and are saved in their order', async () => {
    const { server } = await openProfile();
    const section = await part('Preferences');
    chooseOption(/^Rows per page/, '50 rows');
    act(() => session.updateUser({ preferences: { ...aUser().preferences, hasNarrowMenu: true } }));
    expect(chosen('Rows per page')).toBe('50 rows');
    const answers = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
    server.on(
      'PUT /user/preferences',
      () => answers[server.countOf('PUT /user/preferences') - 1]?.promise ?? {},
    );
    fireEvent.click(section.getByText('Save'));
    await waitFor(() => expect(server.countOf('PUT /user/preferences')).toBe(1));
    const theme = renderHook(usePreferences).result.current.save({ theme: 'dark' });
    expect(preferences()).toMatchObject({ theme: 'dark', pageSize: 50, hasNarrowMenu: true });
    expect(server.countOf('PUT /user/preferences')).toBe(1);
    answers[0]?.resolve({ body: aUser().preferences });
    await waitFor(() => expect(server.countOf('PUT /user/preferences')).toBe(2));
    answers[1]?.resolve({ status: 500 });
    await expect(theme).rejects.toMatchObject({ status: 500 });
    expect(preferences()).toMatchObject({ theme: 'system', pageSize: 50, hasNarrowMenu: true });
  });

  it('offer the pages that the user may open, and the dashboard for one that is no longer open', async () => {
    await openProfile({ user: { preferences: { ...aUser().preferences, landingPage: '/users' } } });
    await part('Preferences');
    expect(optionsOf(/^Landing page/)).toEqual(['Dashboard', 'Medical Orders']);
    expect(chosen('Landing page')).toBe('Dashboard');
  });
});
