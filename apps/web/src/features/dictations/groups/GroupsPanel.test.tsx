import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { IDS, VIEW } from '../test/dictation-fixtures.ts';
import {
  aGroup,
  aGroupDetail,
  ELSEWHERE,
  FREE,
  GROUP,
  groupable,
  GROUPS,
  openPanel,
  pressButton,
  sent,
} from './test/group-fixtures.tsx';

describe('groups panel', () => {
  it('lists the groups of the session’s provider', async () => {
    const { server } = await openPanel({ isOpen: false });
    await screen.findByText('Morning');
    const [asked] = server.calls.filter(({ path }) => path.startsWith('/dictation/group/date/'));
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({ providerId: IDS.provider });
    expect(screen.getByText('1 completed')).toBeTruthy();
    expect(screen.getByText('1 saved')).toBeTruthy();
    expect(screen.queryByText('0 signed')).toBeNull();
  });

  it('shows an empty state, and hides Create Group without edit permission', async () => {
    await openPanel({
      isOpen: false,
      permissions: VIEW,
      prepare: (server) => server.on(GROUPS, { body: [] }),
    });
    expect(await screen.findByText('No groups on this date')).toBeTruthy();
    expect(screen.queryByText('Create Group')).toBeNull();
  });

  it('retries after a failed load', async () => {
    const { server } = await openPanel({
      isOpen: false,
      prepare: (on) => on.on(GROUPS, { status: 500 }),
    });
    await screen.findByText('Failed to load groups');
    server.on(GROUPS, { body: [aGroup()] });
    pressButton('Retry');
    expect(await screen.findByText('Morning')).toBeTruthy();
  });

  it('adds the open group to the URL and removes it on close', async () => {
    const { router } = await openPanel({ isOpen: false });
    fireEvent.click(await screen.findByText('Morning'));
    await screen.findByRole('dialog');
    expect(router.state.location.search).toBe(`?group=${IDS.group}`);
    await screen.findByText('Jane Roe, Main Street, 11/21/2026');
    pressButton('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('');
  });

  it.each([400, 404])('shows “Group not found” when the server answers %s', async (status) => {
    await openPanel({ prepare: (server) => server.on(GROUP, { status }) });
    expect(await screen.findByText('Group not found')).toBeTruthy();
    expect(screen.queryByText('Retry')).toBeNull();
  });
});

describe('selecting dictations for a group', () => {
  it('adds the selected dictations and requires at least one', async () => {
    const { server } = await openPanel();
    const add = `POST /dictation/group/${IDS.group}/add-dictations`;
    server.on(add, { status: 409, body: { message: 'One is already grouped', code: 'CONFLICT' } });
    await screen.findByText('Poe, Max');
    pressButton('Add Dictations');
    await screen.findByText('All 2 ungrouped');
    pressButton('Add');
    await screen.findByText('Please select at least one dictation');
    expect(sent(server, add)).toEqual([]);
    fireEvent.click(screen.getByLabelText(/^Fox, Kim/u));
    expect(screen.queryByText('Please select at least one dictation')).toBeNull();
    pressButton('Add');
    await screen.findByText('One is already grouped');
    expect(sent(server, add)).toEqual([{ dictationIds: [IDS.third] }]);
    expect(screen.getByLabelText<HTMLInputElement>(/^Fox, Kim/u).checked).toBe(true);
  });

  it.each([
    ['are no dictations', [], 'No dictations for this provider and location on this date'],
    [
      'are no ungrouped dictations',
      [groupable(IDS.second, 'Poe, Max', true)],
      'All dictations for this provider and location on this date are already grouped',
    ],
  ])('shows an empty state when there %s', async (_what, available, text) => {
    await openPanel({ isOpen: false, prepare: (server) => server.on(FREE, { body: available }) });
    pressButton('Create Group');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('names the provider and location of a new group and counts dictations elsewhere', async () => {
    const { server } = await openPanel({
      isOpen: false,
      prepare: (on) => on.on(ELSEWHERE, { body: { onDate: 1, otherDates: 100 } }),
    });
    pressButton('Create Group');
    expect(await screen.findByText(/^Dictations of Jane Roe.* at Main Street$/u)).toBeTruthy();
    expect(
      await screen.findByText(
        'Not signed and not in any group: 1 dictation on this date with another provider or location; at least 100 dictations on other dates.',
      ),
    ).toBeTruthy();
    const [asked] = server.calls.filter(({ path }) => path.endsWith('/elsewhere'));
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      providerId: IDS.provider,
      locationId: IDS.office,
    });
  });

  it('does not show cached rows when it is opened again', async () => {
    const { server } = await openPanel({ isOpen: false });
    pressButton('Create Group');
    await screen.findByText('All 2 ungrouped');
    pressButton('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    server.on(FREE, () => new Promise(() => undefined));
    pressButton('Create Group');
    await screen.findByLabelText('Loading');
    expect(screen.queryByText('All 2 ungrouped')).toBeNull();
  });

  it('selects all ungrouped dictations with one checkbox and counts the grouped ones', async () => {
    await openPanel({
      isOpen: false,
      prepare: (server) =>
        server.on(FREE, {
          body: [
            groupable(IDS.second, 'Poe, Max'),
            groupable(IDS.third, 'Fox, Kim'),
            groupable(IDS.dictation, 'Lee, Ann', true),
          ],
        }),
    });
    pressButton('Create Group');
    const all = await screen.findByLabelText<HTMLInputElement>('All 2 ungrouped');
    expect(screen.getByText('1 dictation on this date is already in a group.')).toBeTruthy();
    expect(screen.queryByLabelText(/^Lee, Ann/u)).toBeNull();
    fireEvent.click(screen.getByLabelText(/^Poe, Max/u));
    expect([all.checked, all.dataset['indeterminate']]).toEqual([false, 'true']);
    fireEvent.click(all);
    expect(screen.getByLabelText<HTMLInputElement>(/^Fox, Kim/u).checked).toBe(true);
    expect(screen.getByText('Default: Group - 11/21/2026 (2 procedures)')).toBeTruthy();
    fireEvent.click(all);
    expect(screen.getByLabelText<HTMLInputElement>(/^Poe, Max/u).checked).toBe(false);
  });

  it('reports whether validation or creation failed', async () => {
    const { server } = await openPanel({ isOpen: false });
    pressButton('Create Group');
    fireEvent.click(await screen.findByLabelText(/^Poe, Max/u));
    server.on('POST /dictation/group/validate', { status: 500 });
    pressButton('Create Group');
    await screen.findByText(/^Validation failed/u);
    server.on('POST /dictation/group/validate', { body: { canGroup: true, message: '' } });
    server.on('POST /dictation/group/create', { status: 500 });
    pressButton('Create Group');
    expect(await screen.findByText('Failed to create group')).toBeTruthy();
  });

  it('requires at least one dictation and shows why a selection cannot be grouped', async () => {
    const { server } = await openPanel({ isOpen: false });
    const create = 'POST /dictation/group/create';
    pressButton('Create Group');
    await screen.findByText('All 2 ungrouped');
    pressButton('Create Group');
    await screen.findByText('Please select at least one dictation');
    server.on('POST /dictation/group/validate', { body: { canGroup: false, message: 'Two locations' } });
    fireEvent.click(screen.getByLabelText(/^Poe, Max/u));
    expect(screen.queryByText('Please select at least one dictation')).toBeNull();
    pressButton('Create Group');
    await screen.findByText('Two locations');
    expect(sent(server, create)).toEqual([]);

    server.on('POST /dictation/group/validate', { body: { canGroup: true, message: '' } });
    server.on(create, { status: 201, body: aGroupDetail() });
    fireEvent.change(screen.getByLabelText('Group Name'), { target: { value: 'Morning' } });
    pressButton('Create Group');
    await screen.findByText('Jane Roe, Main Street, 11/21/2026');
    expect(sent(server, create)).toMatchObject([{ dictationIds: [IDS.second], groupName: 'Morning' }]);
  });
});
