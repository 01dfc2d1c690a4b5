import { messageCreate } from '@portal/contract/messages';
import { orderCreate } from '@portal/contract/orders';
import { userProviders } from '@portal/contract/users';
import { todayIn } from '@portal/domain/date';
import { newDocument, pdf } from '../support/documents.ts';
import { heading, visit } from '../support/page.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { columnCells, row } from '../support/table.ts';
import { expect, test } from '../support/test.ts';

test.describe('searching lists', () => {
  test.use({ account: 'staff' });

  test('orders, messages and documents are found while typing, by patient, text and number', async ({
    page,
    api,
  }) => {
    const token = await api.superToken();
    const [provider] = await api.succeed(userProviders, {}, token);
    const { id: patientId, lastName } = await newPatient(api);
    const word = uniqueName('x').toLowerCase();
    const order = await api.succeed(
      orderCreate,
      {
        body: {
          patientId,
          type: 'MRI',
          diagnosis: `Strain ${word}`,
          orderDate: todayIn('America/New_York', new Date()),
          orderedByUserId: provider?.id ?? '',
        },
      },
      token,
    );
    const message = await api.succeed(
      messageCreate,
      { body: { category: 'Medical', callerName: 'Pat Ray', message: `About ${word}`, patientId } },
      token,
    );
    const document = await newDocument(api, patientId, pdf(`${word}-knee.pdf`, 'knee'));
    await page.goto('/profile');
    for (const [path, title, label, record, texts] of [
      [
        '/orders',
        'Medical Orders',
        'Search orders',
        order.orderNumber,
        [order.orderNumber, `${word} ${lastName}`],
      ],
      ['/messages', 'Phone Messages', 'Search messages', message.messageNumber, [`${lastName} pat`, word]],
      ['/documents', 'Documents', 'Search documents', document.fileName, [`${word}-kn`, lastName]],
    ] as const) {
      await visit(page, path);
      await expect(heading(page, title)).toBeVisible();
      const box = page.getByRole('textbox', { name: label });
      for (const text of texts) {
        const answered = page.waitForResponse(
          (response) => new URL(response.url()).searchParams.get('search') === text,
        );
        await box.fill(text);
        await answered;
        await expect(page).toHaveURL((url) => !url.searchParams.has('search'));
        await expect(row(page, title, record)).toHaveCount(1);
        await expect(page.getByRole('table', { name: title }).locator('tbody tr')).toHaveCount(1);
      }
      await box.fill(`${word} nothing`);
      await expect(page.getByText(/match the filters$/)).toBeVisible();
      await page.goBack();
      await expect(box).toHaveValue('');
    }
  });

  test('a patient is found by a name that only sounds alike, marked after the exact matches', async ({
    page,
    api,
  }) => {
    const family = uniqueName('Mc');
    const other = `${family.slice(0, -1)}${family.endsWith('k') ? 't' : 'k'}`;
    await newPatient(api, { firstName: 'John', lastName: family });
    await newPatient(api, { firstName: 'Jon', lastName: other });
    await page.goto('/patients');
    await page.getByRole('textbox', { name: 'Search patients' }).fill(family);
    await expect(columnCells(page, 'Patients', 'Name')).toHaveText([`John ${family}`, `Jon ${other}Similar`]);
  });
});
