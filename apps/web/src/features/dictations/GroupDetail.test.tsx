import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ASSISTANT, IDS, VIEW } from './dictation-fixtures.ts';
import { aGroupDetail, openPanel, pressButton, sent } from './group-fixtures.tsx';

const actions = () =>
  ['Delete Group', 'Add Dictations', 'Print All', 'Sign All Completed'].filter(
    (name) => screen.queryByText(name, { selector: 'button' }) !== null,
  );

describe('what can be done with a group', () => {
  it.each([
    ['its provider', {}, ['Delete Group', 'Add Dictations', 'Print All', 'Sign All Completed']],
    ['someone who does not sign', { user: ASSISTANT }, ['Delete Group', 'Add Dictations', 'Print All']],
    ['its provider who may not edit', { permissions: VIEW }, ['Print All', 'Sign All Completed']],
    [
      'another provider',
      { group: aGroupDetail({ providerId: IDS.colleague }) },
      ['Delete Group', 'Add Dictations', 'Print All'],
    ],
    [
      'its provider while none is completed',
      { group: aGroupDetail({ completedCount: 0 }) },
      ['Delete Group', 'Add Dictations', 'Print All'],
    ],
  ] as const)('%s', async (_who, options, names) => {
    await openPanel(options);
    await screen.findByText('Poe, Max');
    expect(actions()).toEqual(names);
  });

  it('says that all are signed, and that there are none any more', async () => {
    await openPanel({ group: aGroupDetail({ signedCount: 2, completedCount: 0 }) });
    expect(await screen.findByText('All dictations of this group are signed.')).toBeTruthy();
    expect(actions()).not.toContain('Sign All Completed');
  });

  it('an empty group says so', async () => {
    await openPanel({ group: aGroupDetail({ dictations: [], dictationCount: 0, completedCount: 0 }) });
    expect(await screen.findByText('This group has no dictations any more')).toBeTruthy();
  });

  it('a refused removal is said in the group, whose rows stay', async () => {
    const { server } = await openPanel();
    const remove = `DELETE /dictation/group/${IDS.group}/remove/${IDS.second}`;
    server.on(remove, { status: 409, body: { message: 'One was signed meanwhile', code: 'CONFLICT' } });
    fireEvent.click(await screen.findByLabelText('Remove from group Poe, Max – Block'));
    await screen.findByText('One was signed meanwhile');
    expect(screen.getByText('Poe, Max')).toBeTruthy();
  });

  it('none is removed once one is signed', async () => {
    await openPanel({ group: aGroupDetail({ signedCount: 1 }) });
    const remove = await screen.findByLabelText<HTMLButtonElement>('Remove from group Poe, Max – Block');
    expect(remove.disabled).toBe(true);
  });

  it('a refused deletion keeps the group open', async () => {
    const { server } = await openPanel();
    const remove = `DELETE /dictation/group/${IDS.group}`;
    server.on(remove, { status: 500 });
    await screen.findByText('Poe, Max');
    pressButton('Delete Group');
    const question = await screen.findByRole('alertdialog', { name: 'Delete group?' });
    expect(question.textContent).toContain('Its 2 dictations stay and can be grouped again.');
    pressButton('Delete Group');
    await within(question).findByText('Failed to delete group');
    server.on(remove, { body: { message: 'Deleted' } });
    pressButton('Delete Group');
    await screen.findAllByText('Morning was deleted');
    await waitFor(() => expect(screen.queryByText('Jane Roe, Main Street, 11/21/2026')).toBeNull());
  });

  it('signing names how many, checks the completed ones only and says when it failed', async () => {
    const { server } = await openPanel();
    server.on(`POST /dictation/group/${IDS.group}/sign-all`, { status: 500 });
    await screen.findByText('Poe, Max');
    pressButton('Sign All Completed');
    const question = await screen.findByRole('alertdialog', { name: 'Sign all completed?' });
    expect(question.textContent).toContain('1 dictation of Morning is signed in your name.');
    const sign = within(question).getByText<HTMLButtonElement>('Sign 1 dictation');
    await waitFor(() => expect(sign.disabled).toBe(false));
    expect(sent(server, 'POST /dictation/empty-places')).toEqual([{ dictationIds: [IDS.dictation] }]);
    fireEvent.click(sign);
    await within(question).findByText('Failed to sign dictations');
  });
});
