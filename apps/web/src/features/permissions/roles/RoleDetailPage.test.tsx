import type { RolePermissions } from '@portal/contract/role-permissions';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '#lib/portal.ts';
import type { Answer } from '#lib/test/fake-server.ts';
import { fillIn } from '#lib/test/fill-in.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aWorkSection, chooseTaker, TAKER } from '#lib/test/waiting-work.ts';
import {
  aRole,
  aRolePreview,
  ORDER_CREATE,
  ORDER_VIEW,
  PATIENT_VIEW,
  permissionServer,
  REASON,
} from '../test/permission-fixtures.ts';
import { RoleDetailPage } from './RoleDetailPage.tsx';

const ROLE = aRole();
const PATH = `/roles/${ROLE.roleId}/permissions`;
const PREVIEW = `POST ${PATH}/preview`;
const SAVE = `PUT ${PATH}`;

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
const category = (name: string) => screen.getByLabelText<HTMLInputElement>(`All ${name} permissions`);
const button = (name: string) => screen.getByText<HTMLButtonElement>(name, { selector: 'button' });

async function openRole(role: RolePermissions = ROLE) {
  const server = permissionServer();
  server.on(`GET ${PATH}`, { body: role });
  server.on(PREVIEW, { body: aRolePreview() });
  const page = await showPage({
    server,
    pages: { '/admin/permissions/roles/:roleId': RoleDetailPage },
    at: `/admin/permissions/roles/${ROLE.roleId}`,
  });
  await screen.findByText('Patients');
  return { ...page, server };
}

/** Stages Order.Create and opens the save dialog. */
async function openSave(preview: Answer = { body: aRolePreview() }) {
  const page = await openRole();
  page.server.on(PREVIEW, preview);
  await page.user.click(box('Order.Create'));
  await page.user.click(button('Save Changes'));
  const dialog = within(await screen.findByRole('dialog'));
  const save = async (reason = REASON) => {
    await fillIn(page.user, dialog.getByLabelText(/^Reason/), reason);
    await page.user.click(dialog.getByText('Confirm Save'));
  };
  const bodies = (call: string) =>
    page.server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, dialog, save, bodies };
}

describe('staged changes of a role', () => {
  it('are counted, and enable Save Changes', async () => {
    const { user, server } = await openRole();
    expect(button('Save Changes').disabled).toBe(true);
    await user.click(box('Order.Create'));
    await user.click(box('Patient.View'));
    expect(screen.getByText('You have 2 unsaved changes. Changes take effect when you save.')).toBeTruthy();
    expect(screen.getAllByText('1 modified')).toHaveLength(2);
    expect(screen.getByText('2 of 2 granted')).toBeTruthy();
    // The saved count does not include staged changes.
    expect(screen.getByText('2 of 3 permissions granted, 4 users')).toBeTruthy();
    expect(button('Save Changes').disabled).toBe(false);
    expect(server.countOf(SAVE)).toBe(0);
  });

  it('do not count a change that was undone', async () => {
    const { user } = await openRole();
    await user.click(box('Order.Create'));
    await user.click(box('Order.Create'));
    expect(screen.queryByText(/unsaved change/)).toBeNull();
    expect(button('Save Changes').disabled).toBe(true);
  });

  it('grant all permissions with the category checkbox first, then remove all', async () => {
    const { user } = await openRole();
    expect(category('Orders').dataset['indeterminate']).toBe('true');
    await user.click(category('Orders'));
    expect([category('Orders').checked, box('Order.View').checked, box('Order.Create').checked]).toEqual([
      true,
      true,
      true,
    ]);
    await user.click(category('Orders'));
    expect([box('Order.View').checked, box('Order.Create').checked]).toEqual([false, false]);
    expect(screen.getByText('0 of 2 granted')).toBeTruthy();
    // Order.Create has its saved value.
    expect(screen.getByText('1 modified')).toBeTruthy();
  });

  it('are removed with Discard', async () => {
    const { user } = await openRole();
    await user.click(category('Orders'));
    await user.click(button('Discard'));
    expect([box('Order.View').checked, box('Order.Create').checked]).toEqual([true, false]);
    expect(screen.queryByText(/unsaved change/)).toBeNull();
  });

  it('ask for confirmation before leaving', async () => {
    const { user, router } = await openRole();
    await user.click(box('Order.Create'));
    await user.click(screen.getByText('Change History'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByText('Stay'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe(`/admin/permissions/roles/${ROLE.roleId}`);
    expect(box('Order.Create').checked).toBe(true);
    await user.click(screen.getByText('Change History'));
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Leave'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/permissions/audit'));
    expect(router.state.location.search).toBe(`?entityType=Role&entityId=${ROLE.roleId}`);
  });

  it('are restored once after the session expired', async () => {
    const { user } = await openRole();
    await user.click(box('Order.Create'));
    act(() => session.expire());
    cleanup();
    await openRole();
    expect(box('Order.Create').checked).toBe(true);
    expect(screen.getByText(/^You have 1 unsaved change\./)).toBeTruthy();
    cleanup();
    await openRole();
    expect(box('Order.Create').checked).toBe(false);
  });

  it('are not possible for a role that cannot be edited', async () => {
    await openRole(aRole({ roleName: 'SuperAdmin', isEditable: false }));
    expect(screen.getByText('The SuperAdmin role has every permission and cannot be changed.')).toBeTruthy();
    expect([box('Order.Create').disabled, category('Orders').disabled]).toEqual([true, true]);
    expect(screen.queryByText('Save Changes')).toBeNull();
  });
});

describe('work of people who lose a permission with a role', () => {
  const losing = { body: aRolePreview({ waitingWork: [aWorkSection()] }) };

  it('is named with whom it waits for, and goes to the chosen person', async () => {
    const { user, server, dialog, save, bodies } = await openSave(losing);
    const work = await dialog.findByRole('list', { name: 'Waiting work' });
    expect(work.textContent).toBe(
      '6 open phone messages (1 urgent): MSG-2026-000007, Quill, Ida (for Ann Smith); and 5 more',
    );
    await chooseTaker(user, server);
    server.on(SAVE, { body: ROLE });
    await save();
    await waitFor(() => expect(bodies(SAVE)).toMatchObject([{ reassignTo: TAKER.id }]));
  });

  it('is not named if members keep their permissions, and the choice returns with the work', async () => {
    const { user, server, dialog } = await openSave(losing);
    await chooseTaker(user, server);
    server.on(PREVIEW, { body: aRolePreview() });
    await user.click(dialog.getByLabelText('Apply to existing users'));
    await waitFor(() => expect(dialog.queryByText(/^Work that waits/)).toBeNull());
    server.on(PREVIEW, losing);
    await user.click(dialog.getByLabelText('Apply to existing users'));
    expect(await dialog.findByLabelText('Reassign to')).toHaveProperty('value', 'Tom Ford (tford)');
  });
});

describe('preview of saving a role', () => {
  it('includes the staged changes, and whether they apply to existing users', async () => {
    const { user, dialog, bodies, server } = await openSave();
    expect(await dialog.findByText('3 users gain it')).toBeTruthy();
    expect(dialog.getByText('3 users are affected immediately, even if they are signed in.')).toBeTruthy();
    const permissions = [{ permissionId: ORDER_CREATE.id, isGranted: true }];
    expect(bodies(PREVIEW)).toEqual([{ permissions, applyToExistingUsers: true }]);
    server.on(PREVIEW, {
      body: aRolePreview({
        changes: aRolePreview().changes.map((change) => ({ ...change, gainingUsers: 0 })),
        affectedUserCount: 0,
        keepingUserCount: 1,
      }),
    });
    await user.click(dialog.getByLabelText('Apply to existing users'));
    expect(await dialog.findByText('1 user keeps their current permissions as overrides.')).toBeTruthy();
    expect(dialog.getByText('no users gain or lose it')).toBeTruthy();
    expect(bodies(PREVIEW).at(-1)).toEqual({ permissions, applyToExistingUsers: false });
  });

  it('uses the singular for one user, and says if no one is affected', async () => {
    const [change] = aRolePreview().changes;
    const { dialog } = await openSave({
      body: aRolePreview({
        changes: change ? [{ ...change, isGranted: false, gainingUsers: 0, losingUsers: 1 }] : [],
        affectedUserCount: 0,
      }),
    });
    expect(await dialog.findByText('1 user loses it')).toBeTruthy();
    expect(dialog.getByText('Remove')).toBeTruthy();
    expect(dialog.getByText('No active users are affected.')).toBeTruthy();
  });

  it('shows an error, and loads again on Retry', async () => {
    const { user, dialog, server } = await openSave({ status: 500, body: {} });
    expect(await dialog.findByText(/^Failed to load the preview/)).toBeTruthy();
    server.on(PREVIEW, { body: aRolePreview() });
    await user.click(dialog.getByText('Retry'));
    expect(await dialog.findByText('3 users gain it')).toBeTruthy();
  });
});

describe('saving a role', () => {
  it('requires a reason, and refuses a short one without a request', async () => {
    const { dialog, save, server } = await openSave();
    expect(dialog.getByText<HTMLButtonElement>('Confirm Save').disabled).toBe(true);
    await save('too short');
    expect(await dialog.findByText('Enter a reason of at least 10 characters')).toBeTruthy();
    expect(server.countOf(SAVE)).toBe(0);
  });

  it('sends the changes, the reason and the version, and shows the saved role', async () => {
    const { save, server, bodies } = await openSave();
    const saved = aRole({ version: 8, grantedPermissions: 3 }, [
      PATIENT_VIEW.id,
      ORDER_VIEW.id,
      ORDER_CREATE.id,
    ]);
    server.on(SAVE, { body: saved });
    await save(`  ${REASON}  `);
    expect(await screen.findAllByText('Staff role saved')).not.toHaveLength(0);
    expect(bodies(SAVE)).toEqual([
      {
        roleId: ROLE.roleId,
        permissions: [{ permissionId: ORDER_CREATE.id, isGranted: true }],
        applyToExistingUsers: true,
        reason: REASON,
        reassignTo: null,
        version: 7,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('3 of 3 permissions granted, 4 users')).toBeTruthy();
    expect(screen.queryByText(/unsaved change/)).toBeNull();
  });

  it('shows why a save was refused, and keeps the reason and the staged changes', async () => {
    const { dialog, save, user, server } = await openSave();
    server.on(SAVE, { status: 409, body: { message: 'This role cannot be changed.', code: 'CONFLICT' } });
    await save();
    expect(await dialog.findByText('This role cannot be changed.')).toBeTruthy();
    expect(dialog.getByLabelText(/^Reason/)).toHaveProperty('value', REASON);
    await user.click(dialog.getByText('Cancel'));
    await user.click(await screen.findByText('Discard', { selector: '[role="alertdialog"] button' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(box('Order.Create').checked).toBe(true);
  });

  it('has nothing left to save if someone else saved the same change first', async () => {
    const { save, server } = await openSave();
    const current = aRole({ version: 8 }, [ORDER_CREATE.id, ORDER_VIEW.id]);
    server.on(SAVE, { status: 409, body: { message: 'Changed', code: 'STALE', current } });
    await save();
    expect(await screen.findByText(/^Someone else changed this role in the meantime\./)).toBeTruthy();
    expect([box('Patient.View').checked, box('Order.Create').checked]).toEqual([false, true]);
    expect(screen.queryByText(/unsaved change/)).toBeNull();
  });

  it('keeps staged changes if someone else saved other changes, and saves with the new version', async () => {
    const { save, server, user, bodies } = await openSave();
    const current = aRole({ version: 8 }, [ORDER_VIEW.id]);
    server.on(SAVE, { status: 409, body: { message: 'Changed', code: 'STALE', current } });
    await save();
    await screen.findByText(/^Someone else changed this role/);
    expect([box('Patient.View').checked, box('Order.Create').checked]).toEqual([false, true]);
    server.on(SAVE, { body: aRole({ version: 9 }) });
    await user.click(button('Save Changes'));
    const again = within(await screen.findByRole('dialog'));
    await fillIn(user, again.getByLabelText(/^Reason/), REASON);
    await user.click(again.getByText('Confirm Save'));
    await waitFor(() => expect(screen.queryByText(/^Someone else changed/)).toBeNull());
    expect(bodies(SAVE).at(-1)).toMatchObject({
      version: 8,
      permissions: [{ permissionId: ORDER_CREATE.id, isGranted: true }],
    });
  });
});

describe('a role that cannot be shown', () => {
  it.each([
    [{ status: 404, body: { message: 'Not found' } }, 'Role not found'],
    [{ status: 400, body: { message: 'Not a valid id' } }, 'Role not found'],
    [{ status: 500, body: {} }, 'Failed to load role permissions'],
  ])('with %j says %s', async (answer, text) => {
    const server = permissionServer();
    server.on(`GET ${PATH}`, answer);
    await showPage({
      server,
      pages: { '/admin/permissions/roles/:roleId': RoleDetailPage },
      at: `/admin/permissions/roles/${ROLE.roleId}`,
    });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
