import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fillIn } from '#lib/test/fill-in.ts';
import { aWorkSection, chooseTaker, TAKER } from '#lib/test/waiting-work.ts';
import {
  aUsersPermissions,
  BEN,
  ORDER_CREATE,
  ORDER_VIEW,
  REASON,
  withoutOverrides,
} from '../test/permission-fixtures.ts';
import { button, showUserPermissions } from './test/show-user-permissions.ts';

const ANN = aUsersPermissions();
const COPY = `POST /users/${ANN.userId}/permissions/copy`;
const change = {
  permissionId: ORDER_VIEW.id,
  permissionName: 'Order.View',
  from: false,
  to: null,
  expiresAt: null,
};
async function openCopy() {
  const page = await showUserPermissions();
  page.server.on('GET /permissions/users', { body: { users: [BEN], totalCount: 1 } });
  page.server.on(`${COPY}/preview`, { body: { changes: [change], gained: ['Order.View'], lost: [] } });
  await screen.findByText('Patient.View');
  await page.user.click(button('Copy From'));
  const dialog = within(await screen.findByRole('dialog'));
  const chooseBen = async () => {
    await fillIn(page.user, dialog.getByLabelText(/^Copy from/), 'lee');
    await page.user.click(await screen.findByText('Ben Lee (blee)'));
  };
  const submit = dialog.getByText<HTMLButtonElement>('Copy Permissions', { selector: 'button' });
  const giveReason = () => fillIn(page.user, dialog.getByLabelText(/^Reason/), REASON);
  return { ...page, dialog, chooseBen, submit, giveReason };
}

describe('copying another user’s overrides', () => {
  it('finds inactive users too, and shows the change of each override', async () => {
    const { server, dialog, chooseBen } = await openCopy();
    const until = '2027-03-01T22:00:00.000Z';
    const other = { ...change, permissionId: ORDER_CREATE.id, permissionName: 'Order.Create' };
    server.on(`${COPY}/preview`, {
      body: {
        changes: [change, { ...other, from: null, to: true, expiresAt: until }],
        gained: ['Order.View', 'Order.Create'],
        lost: [],
      },
    });
    await chooseBen();
    expect(
      Object.fromEntries(server.calls.find(({ path }) => path === '/permissions/users')?.query ?? []),
    ).toEqual({
      search: 'lee',
      pageSize: '10',
      includeInactive: 'true',
    });
    expect(await dialog.findByText('Order.View: Revoked → Inherited')).toBeTruthy();
    expect(dialog.getByText('Order.Create: Inherited → Granted, until 03/01/2027 5:00 PM')).toBeTruthy();
    expect(dialog.getByText('Gains Order.Create')).toBeTruthy();
  });

  it('names only the work that needs a permission the user loses, and gives it to the chosen person', async () => {
    const { server, user, dialog, chooseBen, giveReason, submit } = await openCopy();
    const orders = aWorkSection({ kind: 'orders', count: 1 });
    server.on(`GET /user/${ANN.userId}/waiting-work`, { body: { sections: [aWorkSection(), orders] } });
    server.on(`${COPY}/preview`, { body: { changes: [change], gained: [], lost: ['Order.View'] } });
    await chooseBen();
    const work = await dialog.findByRole('list', { name: 'Waiting work' });
    expect(work.textContent).toBe('1 open order (1 STAT): MSG-2026-000007, Quill, Ida');
    await chooseTaker(user, server);
    await giveReason();
    server.on(COPY, { body: withoutOverrides() });
    await waitFor(() => expect(submit.disabled).toBe(false));
    await user.click(submit);
    await screen.findAllByText('Overrides copied from Ben Lee to Ann Smith');
    expect(server.calls.findLast(({ path }) => path.endsWith('/copy'))?.body).toMatchObject({
      reassignTo: TAKER.id,
    });
  });

  it('disables copying between users with the same overrides', async () => {
    const { server, dialog, chooseBen, giveReason, submit } = await openCopy();
    server.on(`${COPY}/preview`, { body: { changes: [], gained: [], lost: [] } });
    await giveReason();
    await chooseBen();
    expect(await dialog.findByText('No changes: both users have the same overrides.')).toBeTruthy();
    expect(submit.disabled).toBe(true);
  });

  it('cannot be confirmed if the preview failed', async () => {
    const { server, dialog, chooseBen, giveReason, submit } = await openCopy();
    server.on(`${COPY}/preview`, { status: 500, body: {} });
    await giveReason();
    await chooseBen();
    expect(await dialog.findByText(/^Failed to load the preview/)).toBeTruthy();
    expect(submit.disabled).toBe(true);
  });

  it('keeps the input after a refused copy, and sends it again on retry', async () => {
    const { server, user, dialog, chooseBen, giveReason, submit } = await openCopy();
    await chooseBen();
    await giveReason();
    server.on(COPY, { status: 404, body: { message: 'This user no longer exists.' } });
    await waitFor(() => expect(submit.disabled).toBe(false));
    await user.click(submit);
    expect(await dialog.findByText('This user no longer exists.')).toBeTruthy();
    expect(dialog.getByLabelText(/^Copy from/)).toHaveProperty('value', 'Ben Lee (blee)');
    server.on(COPY, { body: withoutOverrides() });
    await user.click(submit);
    expect(await screen.findAllByText('Overrides copied from Ben Lee to Ann Smith')).not.toHaveLength(0);
    expect(server.calls.findLast(({ path }) => path.endsWith('/copy'))?.body).toEqual({
      sourceUserId: BEN.id,
      reason: REASON,
      reassignTo: null,
    });
  });
});
