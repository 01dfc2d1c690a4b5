import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aDelivery, aWebhook } from './test/webhook-fixtures.ts';
import { WebhookPage } from './WebhookPage.tsx';
import { WebhooksPage } from './WebhooksPage.tsx';

const SECRET = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTAwMDA=';
const PAGES = { '/webhooks': WebhooksPage, '/webhooks/:id': WebhookPage };

const question = () => within(screen.getByRole('alertdialog'));

async function list(...webhooks: ReturnType<typeof aWebhook>[]) {
  const server = createFakeServer();
  server.on('GET /admin/webhooks', { body: { items: webhooks } });
  const page = await showPage({ server, pages: PAGES, at: '/webhooks' });
  return { ...page, server };
}

async function details(webhook = aWebhook(), deliveries = [aDelivery()]) {
  const server = createFakeServer();
  server.on(`GET /admin/webhooks/${webhook.id}`, { body: webhook });
  server.on(`GET /admin/webhooks/${webhook.id}/deliveries`, {
    body: { items: deliveries, totalCount: deliveries.length },
  });
  const page = await showPage({ server, pages: PAGES, at: `/webhooks/${webhook.id}?state=failed` });
  await screen.findByText('Billing system');
  return { ...page, server, path: `/admin/webhooks/${webhook.id}` };
}

describe('list of webhooks', () => {
  it('shows the receiver without its path, the state and the counts', async () => {
    await list(aWebhook({ waitingCount: 4, failedCount: 2, isActive: false, pausedBecause: 'gone' }));
    await screen.findByText('hooks.example.com:8443');
    for (const text of ['Paused by the portal', 'Never', '4', '2'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(/key=1/)).toBeNull();
  });

  it('says when there are none', async () => {
    await list();
    expect(await screen.findByText('There are no webhooks yet')).toBeTruthy();
  });

  it('says when they could not be loaded', async () => {
    const server = createFakeServer();
    server.on('GET /admin/webhooks', { status: 500 });
    await showPage({ server, pages: PAGES, at: '/webhooks' });
    expect(await screen.findByText(/^Failed to load webhooks/)).toBeTruthy();
  });

  it('checks the form, keeps what was typed, and shows the secret once', async () => {
    const { user, server } = await list();
    await user.click(await screen.findByText('Add Webhook'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Webhook' }));
    await user.type(dialog.getByLabelText(/^Name/), 'Billing system');
    await user.type(dialog.getByLabelText(/^URL/), 'http://hooks.example.com');
    await user.click(dialog.getByText('Add'));
    expect(await dialog.findByText('Enter a URL that starts with https://')).toBeTruthy();
    expect(dialog.getByText('Select at least one event')).toBeTruthy();
    await user.clear(dialog.getByLabelText(/^URL/));
    await user.type(dialog.getByLabelText(/^URL/), 'https://10.0.0.1/');
    await user.click(dialog.getByLabelText('Orders: all'));
    await user.click(dialog.getByLabelText('order.cancelled'));
    const message = '10.0.0.1 is a private or special address, to which the portal may not send';
    server.on('POST /admin/webhooks', {
      status: 400,
      body: { code: 'VALIDATION', message: 'Some fields need attention.', errors: { url: [message] } },
    });
    await user.click(dialog.getByText('Add'));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>(/^URL/).value).toBe('https://10.0.0.1/');
    server.on('POST /admin/webhooks', { status: 201, body: { secret: SECRET, webhook: aWebhook() } });
    await user.click(dialog.getByText('Add'));
    const shown = within(await screen.findByRole('dialog', { name: 'Secret of the webhook' }));
    expect(shown.getByText(SECRET)).toBeTruthy();
    const sent = server.calls.findLast(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({
      name: 'Billing system',
      url: 'https://10.0.0.1/',
      events: ['order.created', 'order.updated', 'order.scheduled', 'order.in_progress', 'order.completed'],
      isActive: true,
    });
    await user.click(shown.getByText('Done'));
    expect(screen.queryByText(SECRET)).toBeNull();
  });
});

describe('page of a webhook', () => {
  it('explains why the portal paused it', async () => {
    await details(aWebhook({ isActive: false, pausedBecause: 'failing' }));
    expect(screen.getByText(/Nothing could be delivered in 24 hours of tries/)).toBeTruthy();
    expect(screen.getByText('Resume')).toBeTruthy();
  });

  it('shows the result of a test event next to the button', async () => {
    const { user, server, path } = await details();
    server.on(`POST ${path}/test`, { body: { isDelivered: true, status: 204, problem: null } });
    await user.click(screen.getByText('Send test event'));
    expect(await screen.findByText('Delivered. The receiver answered with status 204.')).toBeTruthy();
    const problem = 'hooks.example.com did not answer within 10 seconds';
    server.on(`POST ${path}/test`, { body: { isDelivered: false, status: null, problem } });
    await user.click(screen.getByText('Send test event'));
    expect(await screen.findByText(`Not delivered. ${problem}`)).toBeTruthy();
    server.on(`POST ${path}/test`, { status: 500 });
    await user.click(screen.getByText('Send test event'));
    expect(await screen.findByText(/^The test event could not be sent/)).toBeTruthy();
  });

  it('sends failed deliveries again: one, the selected ones, or all', async () => {
    const { user, server, path } = await details(aWebhook({ failedCount: 2 }));
    const row = /^Send again patient\.created/;
    await user.click(await screen.findByLabelText(row));
    const sendAgain = `POST ${path}/deliveries/send-again`;
    server.on(sendAgain, { status: 409, body: { message: 'This webhook is paused. Resume it first.' } });
    await user.click(question().getByText('Send again'));
    expect(await question().findByText('This webhook is paused. Resume it first.')).toBeTruthy();
    server.on(sendAgain, { body: { count: 1 } });
    await user.click(question().getByText('Send again'));
    expect(await screen.findByText('1 delivery will be sent now')).toBeTruthy();
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ ids: [aDelivery().id] });
    await user.click(await screen.findByText('Discard all failed'));
    expect(await screen.findByText('Discard 2 deliveries?')).toBeTruthy();
    server.on(`POST ${path}/deliveries/discard`, { body: { count: 2 } });
    await user.click(question().getByText('Discard'));
    expect(await screen.findByText('2 deliveries discarded')).toBeTruthy();
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ all: true });
  });

  it('pauses with the version that is shown', async () => {
    const { user, server, path } = await details();
    server.on(`PUT ${path}`, { body: aWebhook({ isActive: false, version: 4 }) });
    await user.click(screen.getByText('Pause'));
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Pause'));
    expect(await screen.findByText('Webhook paused')).toBeTruthy();
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      isActive: false,
      version: 3,
    });
  });
});
