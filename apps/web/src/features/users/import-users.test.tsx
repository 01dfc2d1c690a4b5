import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServer, type SeenCall } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { ImportUsersDialog } from './ImportUsersDialog.tsx';

const PREVIEW = 'POST /user/import/preview';
const IMPORT = 'POST /user/import';

const bodyOf = ({ body }: Pick<SeenCall, 'body'>): { firstName: string; lastName: string }[] =>
  Array.isArray(body) ? body : [];
const outcome = (index: number, messages: string[] = [], notes: string[] = []) => ({
  index,
  messages,
  notes,
});
/** All rows are fine. */
const preview = (seen: Pick<SeenCall, 'body'>) => ({
  body: { rows: bodyOf(seen).map((_row, at) => outcome(at)) },
});
/** All users are created. */
const created = (seen: Pick<SeenCall, 'body'>, hasPasswords = true) => ({
  status: 201,
  body: {
    rows: bodyOf(seen).map((_row, at) => outcome(at)),
    users: bodyOf(seen).map(({ firstName, lastName }, index) => ({
      index,
      id: crypto.randomUUID(),
      firstName,
      lastName,
      username: `u-${firstName.toLowerCase()}`,
      email: `${firstName}@practice.example`,
    })),
    temporaryPasswords: hasPasswords ? bodyOf(seen).map(({ firstName }) => `secret-${firstName}`) : null,
  },
});

async function check(text: string) {
  const server = createFakeServer();
  server.on(PREVIEW, preview);
  server.on(IMPORT, (seen) => created(seen));
  const closed = vi.fn();
  const Page = () => <ImportUsersDialog onClose={closed} />;
  const page = await showPage({ server, at: '/', pages: { '/': Page } });
  const dialog = within(await screen.findByRole('dialog'));
  const sent = (call: string) =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === call).map((seen) => bodyOf(seen));
  fireEvent.change(dialog.getByLabelText('CSV data'), { target: { value: text } });
  return { ...page, server, dialog, sent, closed, press: () => page.user.click(dialog.getByText('Check')) };
}
const cellsOf = (name: string) =>
  Array.from(screen.getByRole('table', { name }).querySelectorAll('tbody tr'), (row) =>
    Array.from(row.children, ({ textContent }) => textContent),
  );

describe('import of users', () => {
  it('names missing columns without a request', async () => {
    const page = await check('First Name,Email\nAnn,a@b.example');
    await page.press();
    expect(await page.dialog.findByText('The header row must name Last Name and Role.')).toBeTruthy();
    expect(page.sent(PREVIEW)).toEqual([]);
  });

  it('shows what happens to each row, skipped ones first, and which columns are left out', async () => {
    const page = await check('First,Last,Role,Cell\nAnn,Lee,Staff,555\nJo,Roe,Nurse,');
    page.server.on(PREVIEW, {
      body: { rows: [outcome(0, [], ['NPI left out']), outcome(1, ['Role “Nurse” does not exist'])] },
    });
    await page.press();
    await page.dialog.findByText('1 user will be added. 1 row skipped.');
    expect(cellsOf('Rows')).toEqual([
      ['3', 'Jo', 'Roe', 'Nurse', 'SkippedRole “Nurse” does not exist'],
      ['2', 'Ann', 'Lee', 'Staff', 'NewNPI left out'],
    ]);
    page.dialog.getByText('These columns are not imported: Cell.');
    page.dialog.getByText('3 lines in the file: 1 with the column names, 2 rows.');
    expect(page.sent(PREVIEW)).toEqual([
      [
        { firstName: 'Ann', lastName: 'Lee', roles: 'Staff' },
        { firstName: 'Jo', lastName: 'Roe', roles: 'Nurse' },
      ],
    ]);
    await page.user.click(page.dialog.getByText('Add 1 User'));
    await page.dialog.findByText('1 user added. 1 row skipped.');
    expect(page.sent(IMPORT)).toEqual([[{ firstName: 'Ann', lastName: 'Lee', roles: 'Staff' }]]);
  });

  it('shows the temporary passwords once, as a sheet to print and download, until it is closed', async () => {
    const page = await check('First,Last,Role\nAnn,Lee,Staff');
    await page.press();
    await page.user.click(await page.dialog.findByText('Add 1 User'));
    await page.dialog.findByText('Important: Save these temporary passwords');
    expect(cellsOf('New users')).toEqual([['Lee, Ann', 'u-ann', 'Ann@practice.example', 'secret-Ann']]);
    page.dialog.getByText('Print');
    page.dialog.getByText('Download CSV');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(page.closed).not.toHaveBeenCalled();
    await page.user.click(page.dialog.getByText('Close'));
    expect(page.closed).toHaveBeenCalledOnce();
  });

  it('adds a long list in parts, keeps the passwords of those that are done when one fails, and goes on', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => `P${at},Lee,Staff`);
    const page = await check(['First,Last,Role', ...rows].join('\n'));
    await page.press();
    let calls = 0;
    page.server.on(IMPORT, (seen) => {
      calls += 1;
      return calls === 2
        ? { status: 503, body: { message: 'Away for a moment.' } }
        : created(seen, calls === 1);
    });
    await page.user.click(await page.dialog.findByText('Add 30 Users'));
    await page.dialog.findByText('Away for a moment.');
    page.dialog.getByText('5 users will be added. 25 added already.');
    expect(cellsOf('New users')).toHaveLength(25);
    await page.user.click(page.dialog.getByText('Add 5 Users'));
    await page.dialog.findByText('30 users added.');
    expect(page.sent(IMPORT).map(({ length }) => length)).toEqual([25, 5, 5]);
    await waitFor(() => expect(cellsOf('New users')).toHaveLength(30));
    expect(cellsOf('New users').at(-1)?.at(-1)).toBe('Shown only once: use Reset Password');
  });
});
