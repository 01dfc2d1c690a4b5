import { notificationList } from '@portal/contract/notifications';
import { webhookSendAgain } from '@portal/contract/webhooks';
import { HELD_BACK } from '@portal/domain/webhook';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditOf } from '#test/factories.ts';
import { countDeliveries } from './delivery/sending-repo.ts';
import { HookDesk, type Hook } from './test/hook-desk.ts';
import { soon } from '#test/soon.ts';

describe('pauses of webhooks', () => {
  let desk: HookDesk;
  beforeAll(async () => {
    desk = await HookDesk.open();
  });
  afterAll(() => desk.close());

  /** The audit entry of what the portal did without a user. */
  const pauseOf = async ({ id }: Hook) =>
    (await auditOf(desk.portal, 'Webhook', id)).find((entry) => entry.user_id === null);

  it('pause the webhook at once when the receiver is gone', async () => {
    const hook = await desk.add(['patient.created']);
    const admin = await desk.admin();
    hook.receiver.answer(410);
    await desk.createPatient();
    await desk.deliver();
    expect(await desk.webhook(hook)).toMatchObject({
      isActive: false,
      pausedBecause: 'gone',
      failedCount: 1,
    });
    expect(await pauseOf(hook)).toMatchObject({
      action: 'Updated',
      user_id: null,
      reason: 'The receiver answered with status 410 (gone)',
      new_values: { isActive: false, problem: '127.0.0.1 answered with status 410' },
    });
    const { data } = await desk.portal.succeed(notificationList, { query: {} }, admin);
    const { name } = await desk.webhook(hook);
    expect(data[0]).toMatchObject({
      kind: 'WebhookPaused',
      entityId: hook.id,
      text: `The webhook ${name} was paused because it does not work`,
    });
    await desk.createPatient();
    expect(await desk.deliveries(hook)).toMatchObject([
      { state: 'failed', attempts: 0, lastProblem: HELD_BACK },
      { state: 'failed', attempts: 1 },
    ]);
    const input = { params: { id: hook.id }, body: { all: true as const } };
    expect(await desk.portal.call(webhookSendAgain, input, admin)).toMatchObject({
      status: 409,
      error: { message: 'This webhook is paused. Resume it first.' },
    });
    const told: string[] = [];
    desk.portal.deps.notifier.on('notifications', ({ userId }) => told.push(userId));
    await desk.resume(hook);
    // Open bells of everyone who was notified follow at once.
    await vi.waitFor(() => expect(told).toContain(admin.id), soon);
    expect(await desk.portal.succeed(notificationList, { query: {} }, admin)).toMatchObject({
      totalCount: 0,
    });
  });

  it('pause the webhook after a day of failed tries, and hold back what waits and what happens', async () => {
    const hook = await desk.add(['patient.created']);
    hook.receiver.answer(500);
    for (let hour = 0; hour < 24; hour += 1) {
      if (hour % 8 === 0) await desk.createPatient();
      await desk.deliver();
      desk.portal.clock.advance({ hours: 1 });
    }
    expect(await desk.webhook(hook)).toMatchObject({ isActive: true, waitingCount: 3, failedCount: 0 });
    await desk.createPatient();
    await desk.deliver();
    expect(await desk.webhook(hook)).toMatchObject({
      isActive: false,
      pausedBecause: 'failing',
      waitingCount: 0,
      failedCount: 4,
    });
    expect(await pauseOf(hook)).toMatchObject({ reason: 'Nothing was delivered in 24 hours of tries' });
    await desk.createPatient();
    const tries = hook.receiver.received.length;
    await desk.deliver();
    expect(hook.receiver.received).toHaveLength(tries);
    expect((await desk.deliveries(hook))[0]).toMatchObject({
      state: 'failed',
      attempts: 0,
      lastProblem: HELD_BACK,
      nextAttemptAt: null,
    });
    hook.receiver.answer(200);
    await desk.resume(hook);
    await desk.sendAllAgain(hook);
    expect(await desk.webhook(hook)).toMatchObject({ waitingCount: 0, failedCount: 0, pausedBecause: null });
    expect(await desk.deliveries(hook, { state: 'delivered' })).toHaveLength(5);
  });

  it.each([25, 72, 24 * 30])(
    'do not pause the webhook for one failure %i hours ago and one now',
    async (hours) => {
      const hook = await desk.add(['patient.created']);
      hook.receiver.answer(500);
      // Many messages of one moment are no day of tries.
      for (let count = 0; count < 12; count += 1) await desk.createPatient();
      await desk.deliver();
      // The portal did not run in between.
      desk.portal.clock.advance({ hours });
      await desk.createPatient();
      await desk.deliver();
      expect(await desk.webhook(hook)).toMatchObject({ isActive: true });
    },
  );

  it('keep what happens while a user has paused the webhook, without an alert', async () => {
    const hook = await desk.add(['patient.created']);
    hook.receiver.answer(500);
    await desk.createPatient();
    await desk.deliver();
    await desk.change(hook, { isActive: false });
    await desk.createPatient();
    expect(await desk.deliveries(hook)).toMatchObject([
      { state: 'failed', attempts: 0, lastProblem: HELD_BACK },
      { state: 'failed', attempts: 1, lastProblem: '127.0.0.1 answered with status 500' },
    ]);
    expect(await countDeliveries(desk.portal.deps.db)).toEqual({ waiting: 0, failed: 0, oldest: null });
    hook.receiver.answer(200);
    await desk.resume(hook);
    await desk.sendAllAgain(hook);
    expect(hook.receiver.received).toHaveLength(3);
    expect(await desk.webhook(hook)).toMatchObject({ failedCount: 0 });
  });

  it('that arrive while the webhook is being paused are delivered', async () => {
    const hook = await desk.add(['patient.created']);
    const finish: (() => void)[] = [];
    hook.receiver.answerWith((response) => void finish.push(() => response.writeHead(200).end()));
    await desk.createPatient();
    const done = desk.deliver();
    await hook.receiver.arrived(1);
    await desk.change(hook, { isActive: false });
    expect(await desk.only(hook)).toMatchObject({ state: 'failed' });
    for (const each of finish) each();
    await done;
    expect(await desk.only(hook)).toMatchObject({ state: 'delivered', lastProblem: null });
  });

  it('do not pause a webhook that works again in between', async () => {
    const hook = await desk.add(['patient.created']);
    for (let day = 0; day < 5; day += 1) {
      hook.receiver.answer(day === 2 ? 200 : 500);
      await desk.createPatient();
      await desk.deliver();
      desk.portal.clock.advance({ hours: 24 });
    }
    expect(await desk.webhook(hook)).toMatchObject({ isActive: true });
  });
});
