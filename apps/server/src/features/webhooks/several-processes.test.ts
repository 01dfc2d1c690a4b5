import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Child } from '#cli/test/child.ts';
import { openTestPortal } from '#test/harness.ts';
import { metricsUrl, sumOf } from '#test/metrics.ts';
import { settingsOf } from '#test/process.ts';
import { isAccepted } from '#test/accepted-message.ts';
import { HookDesk } from './test/hook-desk.ts';
import { soon } from '#test/soon.ts';

describe('several processes', () => {
  let desk: HookDesk;
  beforeAll(async () => {
    desk = await HookDesk.open();
  });
  afterAll(() => desk.close());

  it('send each message once', async () => {
    const other = await openTestPortal({ sameDatabaseAs: desk.portal, env: desk.env });
    onTestFinished(() => other.close());
    const hook = await desk.add(['patient.created']);
    const COUNT = 20;
    for (let count = 0; count < COUNT; count += 1) await desk.createPatient();
    await Promise.all([desk.deliver(), other.deps.webhooks.deliverDue(), desk.deliver()]);
    const ids = hook.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(COUNT);
    expect(ids).toHaveLength(COUNT);
    expect(await desk.webhook(hook)).toMatchObject({ waitingCount: 0, failedCount: 0 });
  });

  it('send again, with the same id, what a killed process was sending', async () => {
    const hook = await desk.add(['patient.created']);
    hook.receiver.answerWith(() => undefined);
    await desk.createPatient();
    const setDue = 'update webhook_deliveries set next_attempt_at = $2 where webhook_id = $1';
    // The process uses the real clock, which may be behind that of the test.
    await desk.portal.owner.query(setDue, [hook.id, new Date(0)]);
    const child = new Child(['serve'], { ...settingsOf(desk.portal), ...desk.env });
    await hook.receiver.arrived(1);
    child.signal('SIGKILL');
    await child.ended();
    hook.receiver.answer(200);
    const { rows } = await desk.portal.owner.query(
      'select next_attempt_at - last_attempt_at = $2 as "isMinute" from webhook_deliveries where webhook_id = $1',
      [hook.id, '1 minute'],
    );
    expect(rows).toEqual([{ isMinute: true }]);
    // The same distance on the test’s clock.
    const { clock } = desk.portal;
    await desk.portal.owner.query(setDue, [hook.id, new Date(clock.now().getTime() + 60_000)]);
    await desk.deliver();
    expect(hook.receiver.received).toHaveLength(1);
    clock.advance({ minutes: 1 });
    await desk.deliver();
    const [first, second, ...more] = hook.receiver.received;
    if (first === undefined || second === undefined) throw new Error('it was not sent again');
    expect(more).toEqual([]);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    expect(isAccepted(hook.secret, second)).toBe(true);
    expect(await desk.webhook(hook)).toMatchObject({ waitingCount: 0 });
  });

  it('send what another process caused, right after it was committed, and count it', async () => {
    const hook = await desk.add(['patient.created']);
    const sending = await openTestPortal({
      sameDatabaseAs: desk.portal,
      env: { ...desk.env, METRICS_PORT: '0' },
    });
    onTestFinished(() => sending.close());
    await sending.listen();
    await desk.createPatient();
    await hook.receiver.arrived(1);
    const url = metricsUrl(sending.logged());
    await vi.waitFor(async () => {
      const text = await (await fetch(url)).text();
      expect(sumOf(text, 'portal_webhook_tries_total', 'outcome="delivered"')).toBe(1);
      expect(sumOf(text, 'portal_webhook_waiting')).toBe(0);
      expect(sumOf(text, 'portal_webhook_failed')).toBe(0);
      expect(sumOf(text, 'portal_webhook_oldest_waiting_seconds')).toBe(0);
    }, soon);
  });

  it('give back what they are sending when they close', async () => {
    const hook = await desk.add(['patient.created']);
    const closing = await openTestPortal({ sameDatabaseAs: desk.portal, env: desk.env });
    hook.receiver.answerWith(() => undefined);
    await desk.createPatient();
    const done = closing.deps.webhooks.deliverDue();
    await hook.receiver.arrived(1);
    await closing.close();
    await done;
    hook.receiver.answer(200);
    await desk.deliver();
    const ids = hook.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    // A restart is no failed try.
    expect(await desk.only(hook)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('leave alone what another one sends, when their own claim has ended', async () => {
    const hook = await desk.add(['patient.created']);
    const other = await openTestPortal({ sameDatabaseAs: desk.portal, env: desk.env });
    onTestFinished(() => other.close());
    const answers: ServerResponse[] = [];
    hook.receiver.answerWith((response) => answers.push(response));
    await desk.createPatient();
    const late = desk.deliver();
    await hook.receiver.arrived(1);
    desk.portal.clock.advance({ minutes: 1 });
    const done = other.deps.webhooks.deliverDue();
    await hook.receiver.arrived(2);
    answers[0]?.writeHead(500).end();
    await late;
    expect(await desk.only(hook)).toMatchObject({ state: 'waiting', attempts: 2, lastStatus: null });
    answers[1]?.writeHead(204).end();
    await done;
    expect(await desk.only(hook)).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});
