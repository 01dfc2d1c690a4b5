import { readFile } from 'node:fs/promises';
import { heading } from '../support/page.ts';
import { printed } from '../support/printed.ts';
import { uniqueName } from '../support/records.ts';
import { row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test.describe('lists of a practice that moves in', () => {
  test.use({ account: 'admin' });

  test('adds an office and its staff from lists, and hands out the passwords as a sheet', async ({
    page,
    api,
  }) => {
    const office = uniqueName('Office ');
    const [nurse, clerk] = [uniqueName('N'), uniqueName('C')];
    await page.goto('/offices');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByLabel('CSV data');
    await text.fill(
      `Office,Street,City,State,ZIP,Phone,NPI,Manager\n${office},1 Main Street,Towson,MD,21204,410-555-0100,1234567893,Kim\nBad,2 Main Street,Towson,Maryland,21204,410-555-0100,,Kim`,
    );
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(row(page, 'Rows', 'Bad')).toContainText('State can have at most 2 characters');
    await expect(dialog.getByText('These columns are not imported: Manager.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add 1 Office' }).click();
    await expect(dialog.getByText('1 office added. 1 row skipped.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.goto('/users');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByLabel('File of users').setInputFiles({
      name: 'staff.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Last;First;Role;Title;NPI;Office\n${nurse};Ann;Mid-Level Provider;PA-C;;${office}\n${clerk};Jo;Staff;Clerk;;${office}\n${clerk};Jo;Staff;;;`,
      ),
    });
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(dialog.getByText('2 users will be added. 1 row skipped.')).toBeVisible();
    await expect(dialog.getByText('An earlier row has this name')).toBeVisible();
    await expect(dialog.getByText('Title left out: only providers have one')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add 2 Users' }).click();
    await expect(dialog.getByText('Important: Save these temporary passwords')).toBeVisible();
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
    const [, username = '', , password = ''] = (lines[1] ?? '').split(',').slice(1);
    const sheet = (await printed(page)).map(({ text: words }) => words).join(' ');
    expect(sheet).toContain(`${nurse}, Ann`);
    expect(sheet).toContain(password);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(heading(page, 'User Management')).toBeVisible();
    const { user } = await api.signIn(username, password);
    expect(user).toMatchObject({ lastName: nurse, title: 'PA-C', mustChangePassword: true });
  });
});
