import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ASSISTANT, IDS, VIEW } from '../test/dictation-fixtures.ts';
import { aGroupDetail, openPanel, pressButton, sent } from './test/group-fixtures.tsx';

const actions = () =>
  ['Delete Group', 'Add Dictations', 'Print All', 'Sign All Completed'].filter(
    (name) => screen.queryByText(name, { selector: 'button' }) !== null,
  );

describe('group actions', () => {
  it.each([
    ['its provider', {}, ['Delete Group', 'Add Dictations', 'Print All', 'Sign All Completed']],
    ['a user who cannot sign', { user: ASSISTANT }, ['Delete Group', 'Add Dictations', 'Print All']],
    ['its provider without edit permission', { permissions: VIEW }, ['Print All', 'Sign All Completed']],
    [
      'another provider',
      { group: aGroupDetail({ providerId: IDS.colleague }) },
      ['Delete Group', 'Add Dictations', 'Print All'],
    ],
    [
      'its provider when none are completed',
      { group: aGroupDetail({ completedCount: 0 }) },
      ['Delete Group', 'Add Dictations', 'Print All'],
    ],
  ] as const)('offers the right actions to %s', async (_who, options, names) => {
    await openPanel(options);
    await screen.findByText('Poe, Max');
    expect(actions()).toEqual(names);
  });

  it('shows a notice when all dictations are signed', async () => {
    await openPanel({ group: aGroupDetail({ signedCount: 2, completedCount: 0 }) });
    expect(await screen.findByText('All dictations in this group are signed.')).toBeTruthy();
    expect(actions()).not.toContain('Sign All Completed');
  });

  it('shows an empty state for a group without dictations', async () => {
    await openPanel({ group: aGroupDetail({ dictations: [], dictationCount: 0, completedCount: 0 }) });
    expect(await screen.findByText('This group has no dictations')).toBeTruthy();
  });

  it('shows an error and keeps the rows when removing fails', async () => {
    const { server } = await openPanel();
    const remove = `DELETE /dictation/group/${IDS.group}/remove/${IDS.second}`;
    server.on(remove, { status: 409, body: { message: 'One has been signed', code: 'CONFLICT' } });
    fireEvent.click(await screen.findByLabelText('Remove from group Poe, Max – Block'));
    await screen.findByText('One has been signed');
    expect(screen.getByText('Poe, Max')).toBeTruthy();
  });

  it('disables removing once one dictation is signed', async () => {
    await openPanel({ group: aGroupDetail({ signedCount: 1 }) });
    const remove = await screen.findByLabelText<HTMLButtonElement>('Remove from group Poe, Max – Block');
    expect(remove.disabled).toBe(true);
  });

  it('keeps the group open when deleting fails', async () => {
    const { server } = await openPanel();
    const remove = `DELETE /dictation/group/${IDS.group}`;
    server.on(remove, { status: 500 });
    await screen.findByText('Poe, Max');
    pressButton('Delete Group');
    const question = await screen.findByRole('alertdialog', { name: 'Delete group?' });
    expect(question.textContent).toContain('Its 2 dictations will be kept and can be grouped again.');
    pressButton('Delete Group');
    await within(question).findByText('Failed to delete group');
    server.on(remove, { body: { message: 'Deleted' } });
    pressButton('Delete Group');
    await screen.findAllByText('Morning was deleted');
    await waitFor(() => expect(screen.queryByText('Jane Roe, Main Street, 11/21/2026')).toBeNull());
  });

  it('signs only completed dictations, shows their number, and reports a failure', async () => {
    const { server } = await openPanel();
    server.on(`POST /dictation/group/${IDS.group}/sign-all`, { status: 500 });
    await screen.findByText('Poe, Max');
    pressButton('Sign All Completed');
    const question = await screen.findByRole('alertdialog', { name: 'Sign all completed?' });
    expect(question.textContent).toContain('1 dictation in Morning will be signed in your name.');
    const sign = within(question).getByText<HTMLButtonElement>('Sign 1 dictation');
    await waitFor(() => expect(sign.disabled).toBe(false));
    expect(sent(server, 'POST /dictation/findings')).toEqual([{ dictationIds: [IDS.dictation] }]);
    fireEvent.click(sign);
    await within(question).findByText('Failed to sign dictations');
  });
});
