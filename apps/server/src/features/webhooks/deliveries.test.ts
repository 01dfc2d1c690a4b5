import { patientCreate } from '@portal/contract/patients';
import { webhookDeliveryList, webhookDiscard, webhookSendAgain } from '@portal/contract/webhooks';
import { MAX_ATTEMPTS } from '@portal/domain/webhook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { auditOf, signedInAs } from '#test/factories.ts';
import { isAccepted } from '#test/accepted-message.ts';
import { HookDesk, PATIENT_NAME } from './test/hook-desk.ts';

/** Longer than each delay with its random part. */
const DELAYS = [6, 36, 144, 720, 4320, 17_280, 51_840, 103_680];

/** Resolves when another connection waits for a lock. */
async function lockWaited(client: { query: (text: string) => Promise<{ rows: unknown[] }> }): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      'select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted',
    );
    if (rows.length > 0) return;
  }
}

describe('deliveries of webhooks', () => {
  let desk: HookDesk;
  beforeAll(async () => {
    desk = await HookDesk.open();
  });
  afterAll(() => desk.close());

  /** Tries a delivery until it has failed for good. */
  const failForGood = async () => {
    await desk.deliver();
    for (const seconds of DELAYS) {
      desk.portal.clock.advance({ seconds });
      await desk.deliver();
    }
  };
  it('are signed and have ids only', async () => {
    const hook = await desk.add(['patient.created']);
    const patientId = await desk.createPatient();
    const at = desk.portal.clock.now();
    await desk.deliver();
    const [message, ...more] = hook.receiver.received;
    if (message === undefined) throw new Error('nothing arrived');
    expect(more).toEqual([]);
    expect(isAccepted(hook.secret, message)).toBe(true);
    const { rows } = await desk.portal.owner.query(
      "select id, description from activities where entity_id = $1 and entity_type = 'Patient'",
      [patientId],
    );
    expect(JSON.parse(message.body)).toEqual({
      type: 'patient.created',
      timestamp: at.toISOString(),
      data: { activityId: rows[0].id, entityType: 'Patient', entityId: patientId },
    });
    const sent = JSON.stringify(message).toLowerCase();
    for (const text of [...PATIENT_NAME.split(' '), rows[0].description])
      expect(sent).not.toContain(text.toLowerCase());
    const delivery = await desk.only(hook);
    expect(delivery).toMatchObject({
      id: message.headers['webhook-id'],
      event: 'patient.created',
      state: 'delivered',
      attempts: 1,
      lastStatus: 204,
      lastProblem: null,
      nextAttemptAt: null,
    });
    expect(await desk.webhook(hook)).toMatchObject({ lastSuccessAt: at.toISOString(), waitingCount: 0 });
  });

  it('go to the active webhooks that want the event, and to no other', async () => {
    const wanting = await desk.add(['patient.created', 'user.signed_in']);
    const other = await desk.add(['patient.updated']);
    const paused = await desk.add(['patient.created']);
    await desk.change(paused, { isActive: false });
    await desk.createPatient();
    await desk.deliver();
    expect(wanting.receiver.received.map(({ body: text }) => JSON.parse(text).type)).toContain(
      'patient.created',
    );
    expect(other.receiver.received).toEqual([]);
    expect(paused.receiver.received).toEqual([]);
  });

  it('are not made for a change that fails', async () => {
    const hook = await desk.add(['patient.created']);
    const user = await signedInAs(desk.portal, 'Staff');
    await desk.portal.owner.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger refuse before insert on audit_log for each row execute function refuse()`,
    );
    try {
      const body = { firstName: 'A', lastName: 'B', dateOfBirth: '1980-01-05' };
      expect((await desk.portal.call(patientCreate, { body }, user)).ok).toBe(false);
    } finally {
      await desk.portal.owner.query('drop trigger refuse on audit_log; drop function refuse');
    }
    expect(await desk.deliveries(hook)).toEqual([]);
  });

  it('are tried again with the same id until they succeed', async () => {
    const hook = await desk.add(['patient.created']);
    hook.receiver.answer(500);
    await desk.createPatient();
    await desk.deliver();
    await desk.deliver();
    expect(hook.receiver.received).toHaveLength(1);
    expect(await desk.only(hook)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastStatus: 500,
      lastProblem: '127.0.0.1 answered with status 500',
    });
    desk.portal.clock.advance({ seconds: 6 });
    await desk.deliver();
    desk.portal.clock.advance({ seconds: 29 });
    await desk.deliver();
    expect(hook.receiver.received).toHaveLength(2);
    hook.receiver.answer(200);
    desk.portal.clock.advance({ seconds: 7 });
    await desk.deliver();
    expect(await desk.only(hook)).toMatchObject({ state: 'delivered', attempts: 3, lastProblem: null });
    const { received } = hook.receiver;
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    expect(received.every((message) => isAccepted(hook.secret, message))).toBe(true);
  });

  it('end in the failed list after nine tries; from there they are sent again or discarded', async () => {
    const hook = await desk.add(['patient.created']);
    const params = { id: hook.id };
    hook.receiver.answer(503);
    await desk.createPatient();
    await desk.createPatient();
    await failForGood();
    expect(hook.receiver.received).toHaveLength(2 * MAX_ATTEMPTS);
    desk.portal.clock.advance({ hours: 24 });
    await desk.deliver();
    expect(hook.receiver.received).toHaveLength(2 * MAX_ATTEMPTS);
    expect(await desk.webhook(hook)).toMatchObject({ waitingCount: 0, failedCount: 2 });
    await desk.resume(hook);
    const failed = await desk.deliveries(hook, { state: 'failed' });
    expect(failed).toMatchObject([
      { state: 'failed', attempts: MAX_ATTEMPTS, lastStatus: 503 },
      { state: 'failed' },
    ]);
    const admin = await desk.admin();
    hook.receiver.answer(200);
    const one = { ids: [failed[0]?.id ?? ''] };
    expect(await desk.portal.succeed(webhookSendAgain, { params, body: one }, admin)).toEqual({ count: 1 });
    await desk.deliver();
    expect(await desk.webhook(hook)).toMatchObject({ failedCount: 1, waitingCount: 0 });
    expect(hook.receiver.received.at(-1)?.headers['webhook-id']).toBe(failed[0]?.id);
    const all = { all: true as const };
    expect(await desk.portal.succeed(webhookDiscard, { params, body: all }, admin)).toEqual({ count: 1 });
    for (const endpoint of [webhookDiscard, webhookSendAgain])
      expect(await desk.portal.call(endpoint, { params, body: one }, admin)).toMatchObject({
        status: 409,
        error: { message: 'These deliveries are no longer in the failed list.' },
      });
    expect((await auditOf(desk.portal, 'Webhook', hook.id)).slice(-2)).toMatchObject([
      { action: 'Updated', user_id: admin.id, new_values: { deliveriesSentAgain: 1 } },
      { action: 'Deleted', user_id: admin.id, old_values: { failedDeliveries: 1 } },
    ]);
  });

  it('wait as long as a busy receiver asks', async () => {
    const hook = await desk.add(['patient.created']);
    hook.receiver.answer(429, { 'retry-after': '3600' });
    await desk.createPatient();
    await desk.deliver();
    const wait = Date.parse((await desk.only(hook)).nextAttemptAt ?? '') - desk.portal.clock.now().getTime();
    expect(wait).toBe(3_600_000);
  });

  it('of a slow receiver do not hold up others', async () => {
    const slow = await desk.add(['patient.created']);
    const fast = await desk.add(['patient.created']);
    const finish: (() => void)[] = [];
    slow.receiver.answerWith((response) => void finish.push(() => response.writeHead(200).end()));
    for (let count = 0; count < 8; count += 1) await desk.createPatient();
    const done = desk.deliver();
    await fast.receiver.arrived(8);
    await slow.receiver.arrived(4);
    expect(slow.receiver.received).toHaveLength(4);
    slow.receiver.answer(200);
    for (const each of finish) each();
    await done;
    expect(slow.receiver.received).toHaveLength(8);
    expect(await desk.webhook(slow)).toMatchObject({ waitingCount: 0 });
  });

  it('do not disturb a change while the webhook is deleted', async () => {
    const hook = await desk.add(['patient.created']);
    const user = await signedInAs(desk.portal, 'Staff');
    const client = await desk.portal.owner.connect();
    try {
      await client.query('begin');
      await client.query('delete from webhooks where id = $1', [hook.id]);
      const body = { firstName: 'A', lastName: 'B', dateOfBirth: '1980-01-05' };
      const created = desk.portal.call(patientCreate, { body }, user);
      await lockWaited(client);
      await client.query('commit');
      expect(await created).toMatchObject({ status: 201 });
    } finally {
      client.release();
    }
  });

  it('are removed after 30 days, or after 90 if they failed', async () => {
    const hook = await desk.add(['patient.created']);
    await desk.createPatient();
    await desk.deliver();
    hook.receiver.answer(410);
    await desk.createPatient();
    await desk.deliver();
    const states = async () => (await desk.deliveries(hook)).map(({ state }) => state);
    const pass = async (days: number) => {
      desk.portal.clock.advance({ hours: 24 * days });
      await runMaintenance(desk.portal.deps);
    };
    await pass(30);
    expect(await states()).toEqual(['failed', 'delivered']);
    await pass(1);
    expect(await states()).toEqual(['failed']);
    await pass(60);
    expect(await states()).toEqual([]);
  });

  it('are listed in pages and by state', async () => {
    const hook = await desk.add(['patient.created']);
    for (let count = 0; count < 3; count += 1) {
      await desk.createPatient();
      desk.portal.clock.advance({ seconds: 1 });
    }
    const admin = await desk.admin();
    const list = (query: object) =>
      desk.portal.call(webhookDeliveryList, { params: { id: hook.id }, query }, admin);
    expect(await list({ page: '2', pageSize: '2' })).toMatchObject({ body: { totalCount: 3, items: [{}] } });
    expect(await list({ state: 'delivered' })).toMatchObject({ body: { totalCount: 0, items: [] } });
    expect(await list({ state: 'lost' })).toMatchObject({ status: 400 });
    const unknown = { params: { id: crypto.randomUUID() }, query: {} };
    expect(await desk.portal.call(webhookDeliveryList, unknown, admin)).toMatchObject({ status: 404 });
  });

  it.each([{}, { ids: [] }, { ids: ['x'] }, { all: false }, { all: true, ids: [crypto.randomUUID()] }])(
    'refuse the choice %j',
    async (body) => {
      const hook = await desk.add();
      for (const action of ['send-again', 'discard'])
        expect(
          await desk.portal.raw({
            method: 'POST',
            url: `/api/admin/webhooks/${hook.id}/deliveries/${action}`,
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(body),
            token: (await desk.admin()).token,
          }),
        ).toMatchObject({ status: 400 });
    },
  );
});
