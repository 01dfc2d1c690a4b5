import { patientCreate } from '@portal/contract/patients';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { loopbackSettings, startReceiver } from '@portal/server/test/webhook-receiver';
import { Webhook } from 'standardwebhooks';
import { createApi } from '../support/api.ts';
import { heading } from '../support/page.ts';
import { startPortal } from '../support/portal-process.ts';
import { uniqueName } from '../support/records.ts';
import { signInOn } from '../support/sign-in.ts';
import { expect, fromSetup, test } from '../support/test.ts';

test('a SuperAdmin adds a webhook, its receiver gets signed events with ids only, and what failed is sent again', async ({
  openPage,
}) => {
  test.setTimeout(180_000);
  const { env, remove } = await loopbackSettings();
  const receiver = await startReceiver();
  const portal = await startPortal(fromSetup('JOURNEYS_DATA'), env);
  try {
    const api = createApi(portal.url);
    const { page } = await openPage();
    await page.goto(`${portal.url}/login`);
    await signInOn(page, { userName: 'superadmin', password: DEMO_PASSWORD });
    await page.waitForURL(`${portal.url}/`);
    await page.goto(`${portal.url}/webhooks`);
    await expect(page.getByText('There are no webhooks yet')).toBeVisible();
    await page.getByRole('button', { name: 'Add Webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Webhook' });
    await dialog.getByLabel('Name').fill('Billing system');
    await dialog.getByLabel('URL').fill('https://10.0.0.1/hook');
    await dialog.getByLabel('patient.created').check();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText(/^10\.0\.0\.1 is a private or special address/)).toBeVisible();
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of the webhook' });
    const secret = await shown.locator('code').innerText();
    await shown.getByRole('button', { name: 'Done' }).click();
    await expect(shown).toBeHidden();

    await page.getByRole('link', { name: 'Billing system', exact: true }).click();
    await expect(heading(page, 'Billing system')).toBeVisible();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expect(page.getByText('Delivered. The receiver answered with status 204.')).toBeVisible();
    receiver.answer(503);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expect(page.getByText('Not delivered. 127.0.0.1 answered with status 503')).toBeVisible();

    receiver.answer(204);
    const [firstName, lastName] = ['Magnolia', uniqueName()];
    const token = await api.superToken();
    const body = { firstName, lastName, dateOfBirth: '1980-01-05' };
    const patient = await api.succeed(patientCreate, { body }, token);
    await receiver.arrived(3);
    const message = receiver.received[2];
    const received = new Webhook(secret).verify(message?.body ?? '', { ...message?.headers });
    expect(received).toMatchObject({
      type: 'patient.created',
      data: { entityType: 'Patient', entityId: patient.id },
    });
    const sent = JSON.stringify(message);
    for (const name of [firstName, lastName]) expect(sent).not.toContain(name);

    // The receiver is gone: the portal pauses the webhook, notifies, and keeps what it could not deliver.
    receiver.answer(410);
    await api.succeed(patientCreate, { body: { ...body, lastName: uniqueName() } }, token);
    await receiver.arrived(4);
    await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
    await page.getByText('The webhook Billing system was paused because it does not work').click();
    await expect(page.getByText('Paused by the portal')).toBeVisible();
    await page.goto(`${page.url()}?state=failed`);
    await expect(page.getByText('127.0.0.1 answered with status 410')).toBeVisible();
    receiver.answer(204);
    await page.getByRole('button', { name: 'Resume' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Resume' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: /^Send again patient\.created/ }).click();
    await question.getByRole('button', { name: 'Send again' }).click();
    await expect(question).toBeHidden();
    await receiver.arrived(5);
    expect(receiver.received[4]?.headers['webhook-id']).toBe(receiver.received[3]?.headers['webhook-id']);
    await expect(page.getByText('Nothing has failed')).toBeVisible();
  } finally {
    await portal.stop();
    await receiver.close();
    await remove();
  }
});
