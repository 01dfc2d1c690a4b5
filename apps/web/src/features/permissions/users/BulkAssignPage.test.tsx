import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aWorkSection, chooseTaker, TAKER } from '#lib/test/waiting-work.ts';
import { BulkAssignPage } from './BulkAssignPage.tsx';
import {
  aBulkLine,
  aPerson,
  BEN,
  ORDER_CREATE,
  ORDER_VIEW,
  permissionServer,
  REASON,
  SUPER_ADMIN,
} from '../test/permission-fixtures.ts';

const ANN = aPerson();
const SELF = aPerson({ id: SUPER_ADMIN.id, userName: 'jdoe', firstName: 'Jane', lastName: 'Doe' });
const ASSIGN = 'POST /permissions/bulk-assign';
const PREVIEW = `${ASSIGN}/preview`;
const GAINS = { users: [aBulkLine(ANN), aBulkLine(BEN)], affectedUserCount: 2, waitingWork: [] };

async function open(users: Answer = { body: { users: [ANN, BEN, SELF], totalCount: 3 } }) {
  const server = permissionServer();
  server.on('GET /permissions/users', users);
  server.on(PREVIEW, { body: GAINS });
  const page = await showPage({
    server,
    pages: { '/admin/permissions/bulk-assign': BulkAssignPage },
    at: '/admin/permissions/bulk-assign',
    user: SUPER_ADMIN,
  });
  await screen.findByText('asmith');
  const { user } = page;
  const tick = (name: string) => user.click(screen.getByLabelText(`Select ${name}`));
  const add = async (name: string) => {
    const box = await screen.findByLabelText('Add a permission');
    await user.click(box);
    await user.paste(name);
    await user.keyboard('{Enter}');
  };
  const bodies = (call: string) =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, server, tick, add, bodies };
}
const submit = () => screen.getByText<HTMLButtonElement>(/^Assign/, { selector: 'button' });
const line = async (name: string) => (await screen.findByText(name)).closest('li')?.textContent;
const reason = () => screen.getByLabelText<HTMLTextAreaElement>(/^Reason/);

/** Selects Ann and Ben, and a grant of Order.Create. */
async function choose(preview: Answer = { body: GAINS }) {
  const page = await open();
  page.server.on(PREVIEW, preview);
  await page.tick('Ann Smith');
  await page.tick('Ben Lee');
  await page.add('Order.Create');
  return page;
}

describe('users of a bulk assignment', () => {
  it('keeps the names of selected users that a new search does not show', async () => {
    const { server, user, tick } = await open();
    await tick('Ann Smith');
    server.on('GET /permissions/users', { body: { users: [BEN], totalCount: 1 } });
    await fillIn(user, screen.getByLabelText('Search users'), 'lee');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('asmith')).toBeNull());
    await tick('Ben Lee');
    expect(screen.getByText('2 users selected:')).toBeTruthy();
    expect(screen.getByText('Ann Smith', { selector: '.MuiChip-label' })).toBeTruthy();
    await user.click(screen.getByText('Clear selection'));
    expect(screen.getByText('No users selected')).toBeTruthy();
  });

  it('excludes the signed-in user, and says so', async () => {
    const { user, tick } = await open();
    await user.click(screen.getByLabelText('Select all rows on this page'));
    expect(screen.getByText('2 users selected:')).toBeTruthy();
    expect(screen.getByText(/^You cannot change your own permissions/)).toBeTruthy();
    await tick('Ben Lee');
    expect(screen.getByText('1 user selected:')).toBeTruthy();
    expect(screen.queryByText(/^You cannot change your own permissions/)).toBeNull();
  });
});

describe('changes of a bulk assignment', () => {
  it('offers each permission once, and again after it was removed', async () => {
    const { user, add } = await open();
    await add('Order.Create');
    const offered = async () => {
      await user.click(screen.getByLabelText('Add a permission'));
      const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
      await user.keyboard('{Escape}');
      return names;
    };
    expect(await offered()).toEqual(['Patient.ViewAbout Patient.View', 'Order.ViewAbout Order.View']);
    await user.click(screen.getByLabelText('Remove Order.Create from the changes'));
    expect(await offered()).toHaveLength(3);
  });

  it('adds nothing on Enter while several permissions match', async () => {
    const { add } = await open();
    await add('Order');
    expect(screen.queryByLabelText(/from the changes$/)).toBeNull();
  });

  it('updates the preview whenever the selection changes', async () => {
    const { user, bodies, add, server } = await choose();
    expect(await screen.findByText('2 users will get these overrides.')).toBeTruthy();
    await add('Order.View');
    const inherit = within(screen.getByLabelText('Change for Order.View')).getByText('Inherit');
    await user.click(inherit);
    await waitFor(() =>
      expect(bodies(PREVIEW).at(-1)).toEqual({
        userIds: [ANN.id, BEN.id],
        changes: [
          { permissionId: ORDER_CREATE.id, isGranted: true },
          { permissionId: ORDER_VIEW.id, isGranted: null },
        ],
        expiresAt: null,
      }),
    );
    // Clicking the selected choice again does not deselect it.
    await user.click(inherit);
    expect(inherit.getAttribute('aria-pressed')).toBe('true');
    expect(server.countOf(ASSIGN)).toBe(0);
  });

  it('loads no preview before users and changes are selected', async () => {
    const { add, server } = await open();
    await add('Order.Create');
    expect(screen.getByText(/^Choose users and changes/)).toBeTruthy();
    expect(server.countOf(PREVIEW)).toBe(0);
  });
});

describe('preview of a bulk assignment', () => {
  it('shows for each user what they gain and lose, if anything, or why they are skipped', async () => {
    const cara = aPerson({ id: '22222222-2222-4222-8222-000000000003', userName: 'cara', firstName: 'Cara' });
    await choose({
      body: {
        users: [
          aBulkLine(ANN, { gained: ['Order.Create'], lost: ['Order.View'] }),
          aBulkLine(BEN, { gained: [] }),
          aBulkLine(cara, { gained: [], skipReason: 'Already has these overrides' }),
        ],
        affectedUserCount: 2,
        waitingWork: [],
      },
    });
    expect(await line('Ann Smith (@asmith)')).toBe('Ann Smith (@asmith)Gains Order.CreateLoses Order.View');
    expect(await line('Ben Lee (@blee)')).toBe('Ben Lee (@blee)No effective change');
    expect(await line('Cara Smith (@cara)')).toBe('Cara Smith (@cara)Skipped: Already has these overrides');
    expect(screen.getByText('2 users will get these overrides; 1 user will be skipped.')).toBeTruthy();
  });

  it('disables Assign if all users are skipped', async () => {
    const skipped = (person: typeof ANN) => aBulkLine(person, { gained: [], skipReason: 'Already' });
    const { user } = await choose({
      body: { users: [skipped(ANN), skipped(BEN)], affectedUserCount: 0, waitingWork: [] },
    });
    expect(
      await screen.findByText('No users will get these overrides; 2 users will be skipped.'),
    ).toBeTruthy();
    await fillIn(user, reason(), REASON);
    expect(submit().disabled).toBe(true);
  });

  it('disables Assign if the preview failed, and loads it again on Retry', async () => {
    const { user, server } = await choose({ status: 500, body: {} });
    expect(await screen.findByText(/^Failed to load the preview/)).toBeTruthy();
    await fillIn(user, reason(), REASON);
    expect(submit().disabled).toBe(true);
    server.on(PREVIEW, { body: GAINS });
    await user.click(screen.getByText('Retry'));
    await waitFor(() => expect(submit().textContent).toBe('Assign to 2 users'));
    expect(submit().disabled).toBe(false);
  });
});

describe('assigning', () => {
  it('requires a reason, sends one request, and resets the form', async () => {
    const { user, server, bodies } = await choose();
    await waitFor(() => expect(submit().textContent).toBe('Assign to 2 users'));
    expect(submit().disabled).toBe(true);
    await fillIn(user, screen.getByLabelText(/^Expires/), '03/01/2027 17:00');
    await fillIn(user, reason(), REASON);
    server.on(ASSIGN, {
      body: { affectedUserCount: 1, skipped: [{ userId: BEN.id, reason: 'Already has these overrides' }] },
    });
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    expect(await screen.findAllByText('Permissions updated for 1 user; 1 user skipped')).not.toHaveLength(0);
    expect(bodies(ASSIGN)).toEqual([
      {
        userIds: [ANN.id, BEN.id],
        changes: [{ permissionId: ORDER_CREATE.id, isGranted: true }],
        expiresAt: '2027-03-01T22:00:00.000Z',
        reason: REASON,
        reassignTo: null,
      },
    ]);
    expect(screen.getByText('No users selected')).toBeTruthy();
    expect(screen.queryByLabelText(/from the changes$/)).toBeNull();
    expect(reason().value).toBe('');
  });

  it('names the work of everyone who loses a permission, gives it to the chosen person, and starts again without one', async () => {
    const lines = {
      body: {
        ...GAINS,
        waitingWork: [aWorkSection(), aWorkSection({ kind: 'drafts', count: 1, urgentCount: 0, rows: [] })],
      },
    };
    const { user, server, bodies, tick, add } = await choose(lines);
    const work = await screen.findByRole('list', { name: 'Waiting work' });
    expect(Array.from(work.children, ({ textContent }) => textContent)).toEqual([
      '6 open phone messages (1 urgent): MSG-2026-000007, Quill, Ida (for Ann Smith); and 5 more',
      '1 draft dictation',
    ]);
    await chooseTaker(user, server);
    await fillIn(user, reason(), REASON);
    server.on(ASSIGN, { body: { affectedUserCount: 2, skipped: [] } });
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await waitFor(() => expect(bodies(ASSIGN)).toMatchObject([{ reassignTo: TAKER.id }]));
    await screen.findByText('No users selected');
    await tick('Ann Smith');
    await add('Order.Create');
    expect(await screen.findByLabelText('Reassign to')).toHaveProperty('value', '');
  });

  it('shows why the server refused, and keeps users, changes and reason', async () => {
    const { user, server } = await choose();
    await fillIn(user, reason(), REASON);
    server.on(ASSIGN, { status: 409, body: { message: 'Ben Lee was deactivated.', code: 'CONFLICT' } });
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    expect(await screen.findByText('Ben Lee was deactivated.')).toBeTruthy();
    expect(screen.getByText('2 users selected:')).toBeTruthy();
    expect(screen.getByLabelText('Remove Order.Create from the changes')).toBeTruthy();
    expect(reason().value).toBe(REASON);
  });

  it('refuses a short reason without a request', async () => {
    const { user, server } = await choose();
    await fillIn(user, reason(), 'short');
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    expect(await screen.findByText('Enter a reason of at least 10 characters')).toBeTruthy();
    expect(server.countOf(ASSIGN)).toBe(0);
  });
});
