import {
  webhookCreate,
  webhookDelete,
  webhookGet,
  webhookList,
  webhookRotateSecret,
  webhookTest,
  webhookUpdate,
} from '@portal/contract/webhooks';
import type { ActivityEvent } from '@portal/domain/activity-event';
import { MAX_OLD_SECRETS, MAX_WEBHOOKS } from '@portal/domain/webhook';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { auditOf, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, portalForTest, type TestPortal } from '#test/harness.ts';
import { isAccepted } from '#test/accepted-message.ts';
import { loopbackSettings, startReceiver } from '#test/webhook-receiver.ts';

const EVENTS: ActivityEvent[] = ['patient.created', 'patient.updated'];
let counter = 0;
const fieldsOf = (fields: object = {}) => {
  counter += 1;
  return { name: `Webhook ${counter}`, url: 'https://hooks.example.com/in', events: EVENTS, ...fields };
};

describe('webhooks', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let settings: Awaited<ReturnType<typeof loopbackSettings>>;
  beforeAll(async () => {
    settings = await loopbackSettings();
    portal = await openTestPortal({ env: settings.env });
    admin = await signedInAs(portal, 'SuperAdmin');
  });
  afterAll(async () => {
    await portal.close();
    await settings.remove();
  });

  const create = (fields: object = {}) => portal.succeed(webhookCreate, { body: fieldsOf(fields) }, admin);
  const refused = (body: object) =>
    portal.raw({
      method: 'POST',
      url: '/api/admin/webhooks',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      payload: JSON.stringify(body),
      token: admin.token,
    });

  it('are added with a secret that is shown once, and audited without it and without the path', async () => {
    const { secret, webhook } = await create({
      name: ' Billing ',
      url: 'https://hooks.example.com/secret-path?key=1',
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      name: 'Billing',
      url: 'https://hooks.example.com/secret-path?key=1',
      events: EVENTS,
      isActive: true,
      pausedBecause: null,
      lastSuccessAt: null,
      waitingCount: 0,
      failedCount: 0,
      version: 1,
    });
    const read = await portal.succeed(webhookGet, { params: { id: webhook.id } }, admin);
    expect(JSON.stringify(read)).not.toContain(secret.slice(6));
    const [entry] = await auditOf(portal, 'Webhook', webhook.id);
    expect(entry).toMatchObject({
      action: 'Created',
      user_id: admin.id,
      new_values: { name: 'Billing', receiver: 'https://hooks.example.com', events: EVENTS, isActive: true },
    });
    expect(JSON.stringify(entry)).not.toContain('secret-path');
    expect(portal.logged()).not.toContain(secret);
    expect(portal.logged()).not.toContain('secret-path');
    const { rows } = await portal.owner.query('select secret from webhooks where id = $1', [webhook.id]);
    expect(Buffer.from(rows[0].secret).includes(secret.slice(6))).toBe(false);
    expect((await portal.succeed(webhookList, {}, admin)).items.map(({ id }) => id)).toContain(webhook.id);
  });

  it('are not added again for a repeated request, and their secret is not stored for one', async () => {
    const body = { name: 'Repeated', url: 'https://hooks.example.com/', events: EVENTS, isActive: true };
    const headers = { 'idempotency-key': 'webhook-1' };
    const call = () => portal.call(webhookCreate, { body }, { ...admin, headers });
    expect((await call()).status).toBe(201);
    expect(await call()).toMatchObject({ status: 409, error: { message: 'Another webhook has this name' } });
    const { rows } = await portal.owner.query("select from idempotency_keys where key = 'webhook-1'");
    expect(rows).toEqual([]);
  });

  it('have the events in a fixed order, each once', async () => {
    const { webhook } = await create({
      events: ['title.created', 'patient.created', 'title.created'] satisfies ActivityEvent[],
    });
    expect(webhook.events).toEqual(['patient.created', 'title.created']);
  });

  it('report all problems at once', async () => {
    expect(await refused({})).toMatchObject({
      status: 400,
      body: {
        errors: {
          name: ['Name is required'],
          url: ['URL is required'],
          events: ['Select at least one event'],
        },
      },
    });
    expect(
      await refused(fieldsOf({ name: 'x'.repeat(101), url: 'http://a.example/', events: [] })),
    ).toMatchObject({
      status: 400,
      body: {
        errors: {
          name: ['Name can have at most 100 characters'],
          url: ['Enter a URL that starts with https://'],
          events: ['Select at least one event'],
        },
      },
    });
    expect(await refused(fieldsOf({ events: ['patient.exploded'] }))).toMatchObject({ status: 400 });
    expect(await refused(fieldsOf({ secret: 'whsec_mine' }))).toMatchObject({ status: 400 });
  });

  it.each([
    ['https://10.0.0.1/', '10.0.0.1'],
    ['https://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['https://0.0.0.0/', '0.0.0.0'],
    ['https://192.168.1.1/', '192.168.1.1'],
    ['https://172.16.0.1:8443/', '172.16.0.1'],
    ['https://100.64.0.1/', '100.64.0.1'],
    ['https://224.0.0.1/', '224.0.0.1'],
    ['https://255.255.255.255/', '255.255.255.255'],
    ['https://[::1]/', '::1'],
    ['https://[::]/', '::'],
    ['https://[fe80::1]/', 'fe80::1'],
    ['https://[fd12:3456::1]/', 'fd12:3456::1'],
    ['https://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
    ['https://[64:ff9b::a00:1]/', '64:ff9b::a00:1'],
    ['https://[2002:a00:1::]/', '2002:a00:1::'],
    ['https://[0:0:0:0:0:ffff:a9fe:a9fe]/', '::ffff:a9fe:a9fe'],
  ])('refuse the private address in %s', async (url, address) => {
    const message = `${address} is a private or special address, to which the portal may not send`;
    expect(await refused(fieldsOf({ url }))).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: { url: [message] } },
    });
  });

  it('refuse this machine unless a setting allows it', async () => {
    expect((await create({ url: 'https://127.0.0.1:8443/' })).webhook.url).toBe('https://127.0.0.1:8443/');
    const other = await portalForTest();
    const user = await signedInAs(other, 'SuperAdmin');
    const body = fieldsOf({ url: 'https://127.0.0.1:8443/' });
    expect(await other.call(webhookCreate, { body }, user)).toMatchObject({ status: 400 });
  });

  it('refuse a used name, whatever its case', async () => {
    const { webhook } = await create({ name: 'Pharmacy' });
    const message = 'Another webhook has this name';
    const conflict = { status: 409, error: { code: 'CONFLICT', errors: { name: [message] } } };
    const body = fieldsOf({ name: 'PHARMACY' });
    expect(await portal.call(webhookCreate, { body }, admin)).toMatchObject(conflict);
    const { webhook: other } = await create();
    const change = { params: { id: other.id }, body: fieldsOf({ name: webhook.name }) };
    expect(await portal.call(webhookUpdate, change, admin)).toMatchObject(conflict);
  });

  it('are changed, paused and resumed, with a stale version refused', async () => {
    const { webhook } = await create();
    const params = { id: webhook.id };
    const body = { ...fieldsOf({ url: 'https://new.example.com/other' }), isActive: false, version: 1 };
    const changed = await portal.succeed(webhookUpdate, { params, body }, admin);
    expect(changed).toMatchObject({ isActive: false, pausedBecause: null, version: 2, url: body.url });
    expect((await auditOf(portal, 'Webhook', webhook.id)).at(-1)).toMatchObject({
      action: 'Updated',
      old_values: { receiver: 'https://hooks.example.com', isActive: true },
      new_values: { receiver: 'https://new.example.com', isActive: false, url: 'changed' },
    });
    expect(await portal.call(webhookUpdate, { params, body }, admin)).toMatchObject({
      status: 409,
      error: { code: 'STALE', current: { version: 2 } },
    });
    const resumed = { ...body, isActive: true, version: 2 };
    expect(await portal.succeed(webhookUpdate, { params, body: resumed }, admin)).toMatchObject({
      isActive: true,
    });
  });

  it('get a new secret; both sign for 24 hours', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { secret, webhook } = await create({ url: receiver.url });
    const params = { id: webhook.id };
    const rotated = await portal.succeed(webhookRotateSecret, { params, body: { version: 1 } }, admin);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.webhook.oldSecretUntil).toBe('2026-11-22T15:00:00.000Z');
    expect(await portal.call(webhookRotateSecret, { params, body: { version: 1 } }, admin)).toMatchObject({
      status: 409,
    });
    expect((await auditOf(portal, 'Webhook', webhook.id)).at(-1)).toMatchObject({
      action: 'Updated',
      new_values: { secret: 'rotated' },
    });
    await portal.succeed(webhookTest, { params }, admin);
    const [message] = receiver.received;
    if (message === undefined) throw new Error('nothing arrived');
    expect(isAccepted(secret, message)).toBe(true);
    expect(isAccepted(rotated.secret, message)).toBe(true);
  });

  it('get a new secret twice; each earlier one keeps its 24 hours', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const other = await openTestPortal({ env: settings.env });
    onTestFinished(() => other.close());
    const owner = await signedInAs(other, 'SuperAdmin');
    const body = fieldsOf({ url: receiver.url });
    const { secret, webhook } = await other.succeed(webhookCreate, { body }, owner);
    const params = { id: webhook.id };
    const rotate = async () =>
      other.succeed(webhookRotateSecret, { params, body: {} }, await signedInAs(other, 'SuperAdmin'));
    const accepted = async (...secrets: string[]) => {
      await other.succeed(webhookTest, { params }, await signedInAs(other, 'SuperAdmin'));
      const message = receiver.received.at(-1);
      if (message === undefined) throw new Error('nothing arrived');
      return secrets.map((each) => isAccepted(each, message));
    };
    const second = await rotate();
    other.clock.advance({ hours: 10 });
    const third = await rotate();
    expect(third.webhook.oldSecretUntil).toBe('2026-11-23T01:00:00.000Z');
    const all = [secret, second.secret, third.secret];
    expect(await accepted(...all)).toEqual([true, true, true]);
    other.clock.advance({ hours: 13, minutes: 59 });
    expect(await accepted(...all)).toEqual([true, true, true]);
    other.clock.advance({ minutes: 1 });
    expect(await accepted(...all)).toEqual([false, true, true]);
    other.clock.advance({ hours: 10 });
    expect(await accepted(...all)).toEqual([false, false, true]);
    await runMaintenance(other.deps);
    expect((await other.owner.query('select from webhook_old_secrets')).rows).toEqual([]);

    for (let count = 0; count < MAX_OLD_SECRETS; count += 1) await rotate();
    expect(
      await other.call(webhookRotateSecret, { params, body: {} }, await signedInAs(other, 'SuperAdmin')),
    ).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
    expect(await accepted(third.secret)).toEqual([true]);
  });

  it('send a test event at once and return the result, also for a paused webhook', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { secret, webhook } = await create({ url: receiver.url, isActive: false });
    const params = { id: webhook.id };
    expect(await portal.succeed(webhookTest, { params }, admin)).toEqual({
      isDelivered: true,
      status: 204,
      problem: null,
    });
    const [message] = receiver.received;
    if (message === undefined) throw new Error('nothing arrived');
    expect(isAccepted(secret, message)).toBe(true);
    expect(JSON.parse(message.body)).toEqual({
      type: 'webhook.test',
      timestamp: '2026-11-21T15:00:00.000Z',
      data: { webhookId: webhook.id },
    });
    receiver.answer(500);
    expect(await portal.succeed(webhookTest, { params }, admin)).toEqual({
      isDelivered: false,
      status: 500,
      problem: '127.0.0.1 answered with status 500',
    });
    expect((await auditOf(portal, 'Webhook', webhook.id)).map(({ action }) => action)).toEqual([
      'Created',
      'Accessed',
      'Accessed',
    ]);
  });

  it('are deleted with their deliveries', async () => {
    const { webhook } = await create();
    const params = { id: webhook.id };
    await portal.succeed(webhookDelete, { params }, admin);
    expect((await auditOf(portal, 'Webhook', webhook.id)).at(-1)).toMatchObject({ action: 'Deleted' });
    for (const answer of [
      await portal.call(webhookGet, { params }, admin),
      await portal.call(webhookDelete, { params }, admin),
      await portal.call(webhookTest, { params }, admin),
      await portal.call(webhookUpdate, { params, body: fieldsOf() }, admin),
      await portal.call(webhookRotateSecret, { params, body: {} }, admin),
    ])
      expect(answer).toMatchObject({ status: 404, error: { message: 'This webhook does not exist.' } });
  });

  it('are for SuperAdmins only', async () => {
    for (const role of ['Admin', 'ProviderPhysician', 'Staff'] as const) {
      const user = await signedInAs(portal, role);
      expect((await portal.call(webhookList, {}, user)).status).toBe(403);
      expect((await portal.call(webhookCreate, { body: fieldsOf() }, user)).status).toBe(403);
    }
    expect((await portal.call(webhookList, {})).status).toBe(401);
  });

  it(`are at most ${MAX_WEBHOOKS}`, async () => {
    const { items } = await portal.succeed(webhookList, {}, admin);
    for (let count = items.length; count < MAX_WEBHOOKS; count += 1) await create();
    expect(await portal.call(webhookCreate, { body: fieldsOf() }, admin)).toMatchObject({
      status: 409,
      error: { message: `There are already ${MAX_WEBHOOKS} webhooks. Delete one that is no longer used.` },
    });
  });
});
