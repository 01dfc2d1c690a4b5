import { retryDelay } from '@portal/domain/webhook';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import type { Notifier } from '#db/notifier.ts';
import type { Clock } from '#platform/clock.ts';
import type { Keys } from '#security/keys.ts';
import {
  claimDeliveries,
  finishDelivered,
  finishFailed,
  nextDue,
  planRetry,
  recordFailure,
  recordSuccess,
  releaseDelivery,
  type ClaimedDelivery,
} from './delivery-store.ts';
import { payloadOf } from './payload.ts';
import { hasFailedTooLong, pauseAndReport } from './pause.ts';
import { signingSecrets } from './secrets.ts';
import type { SendResult, WebhookSender } from './sender.ts';
import { signedHeaders } from './signature.ts';

/** A process sends at most this many messages to one receiver at a time, so a slow one only delays itself. */
const PER_WEBHOOK = 4;
/** Much longer than a delivery takes. */
const CLAIM_MS = 60_000;
/** A lost notification delays a delivery by at most this long. */
const LONGEST_WAIT_MS = 60_000;
/** 410: the receiver is gone for good. */
const GONE = 410;

/** How a try ended. */
export const OUTCOMES = ['delivered', 'retried', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

interface Needs {
  readonly db: Db;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly sender: WebhookSender;
}

/**
 * Sends due deliveries. Their state is in the database, so any process can continue after another one has died: each is sent
 * at least once, always with the same id.
 */
export class WebhookDeliveries {
  readonly #needs: Needs;
  readonly #closing = new AbortController();
  /** By webhook. */
  readonly #sending = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();
  #observe: (outcome: Outcome) => void = () => undefined;
  #pass: Promise<void> | undefined;
  #loop: Promise<void> | undefined;
  /** Something may be due: ends the wait inside a pass. */
  #woken = Promise.withResolvers<void>();
  #isWoken = false;
  /** The same, between passes. */
  #due = Promise.withResolvers<void>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Calls the function after each try. */
  observe(listener: (outcome: Outcome) => void): void {
    this.#observe = listener;
  }

  /** Sends deliveries from now on, when they are due. */
  start(notifier: Notifier): void {
    const wake = () => this.#wake();
    notifier.on('webhooks', wake);
    notifier.onReconnect(wake);
    this.#loop = this.#deliverUntilClosed();
  }

  /** Sends everything that is due, and resolves when nothing is due anymore. */
  deliverDue(): Promise<void> {
    this.#wake();
    return (this.#pass ??= this.#deliver());
  }

  /** Ends deliveries. Those that were not answered are sent again after the next start. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The portal is closing'));
    this.#wake();
    await Promise.allSettled([this.#loop, this.#pass]);
  }

  #wake(): void {
    this.#isWoken = true;
    this.#woken.resolve();
    this.#due.resolve();
  }

  async #deliverUntilClosed(): Promise<void> {
    const { log } = this.#needs;
    while (!this.#closing.signal.aborted) {
      this.#due = Promise.withResolvers();
      const due = this.#due;
      let delay = LONGEST_WAIT_MS;
      try {
        await (this.#pass ??= this.#startPass());
        delay = await this.#delay();
      } catch (error) {
        log.warn({ err: error }, 'webhooks could not be delivered; trying again in a minute');
      }
      if (this.#closing.signal.aborted) return;
      const timer = setTimeout(due.resolve, delay).unref();
      await due.promise;
      clearTimeout(timer);
    }
  }

  #startPass(): Promise<void> {
    this.#isWoken = true;
    return this.#deliver();
  }

  /** The time until the next delivery is due, in milliseconds. */
  async #delay(): Promise<number> {
    const { db, clock } = this.#needs;
    const next = await nextDue(db);
    if (next === undefined) return LONGEST_WAIT_MS;
    return Math.min(LONGEST_WAIT_MS, Math.max(0, next.getTime() - clock.now().getTime()));
  }

  async #deliver(): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (this.#running.size > 0 || (this.#isWoken && !signal.aborted)) {
        this.#isWoken = false;
        this.#woken = Promise.withResolvers();
        if (!signal.aborted) for (const delivery of await this.#claim()) this.#send(delivery);
        if (this.#running.size > 0) await Promise.race([...this.#running, this.#woken.promise]);
      }
    } catch (error) {
      await Promise.all(this.#running);
      throw error;
    } finally {
      this.#pass = undefined;
    }
  }

  #claim(): Promise<ClaimedDelivery[]> {
    const { db, clock } = this.#needs;
    const now = clock.now();
    return claimDeliveries(db, {
      now,
      until: new Date(now.getTime() + CLAIM_MS),
      perWebhook: PER_WEBHOOK,
      sending: this.#sending,
    });
  }

  #send(delivery: ClaimedDelivery): void {
    const { webhook_id: id } = delivery;
    this.#sending.set(id, (this.#sending.get(id) ?? 0) + 1);
    const sent = this.#try(delivery)
      .catch((error: unknown) =>
        // Its claim ends, and then it is tried again.
        this.#needs.log.warn({ err: error, webhook: id }, 'the result of a webhook could not be recorded'),
      )
      .finally(() => {
        this.#running.delete(sent);
        const left = (this.#sending.get(id) ?? 1) - 1;
        if (left === 0) this.#sending.delete(id);
        else this.#sending.set(id, left);
        this.#isWoken = true;
      });
    this.#running.add(sent);
  }

  async #try(delivery: ClaimedDelivery): Promise<void> {
    const { db, keys, clock, sender } = this.#needs;
    const { signal } = this.#closing;
    const body = payloadOf(delivery);
    const at = clock.now();
    const secrets = signingSecrets(keys, delivery.webhook_id, delivery);
    const headers = signedHeaders({ id: delivery.id, at, body }, secrets);
    let result: SendResult;
    try {
      result = await sender.send({ url: delivery.url, headers, body }, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return releaseDelivery(db, delivery, clock.now());
    }
    this.#observe(await this.#record(delivery, result));
  }

  /** Locks the webhook before its delivery, like deleting a webhook does. */
  #record(delivery: ClaimedDelivery, result: SendResult): Promise<Outcome> {
    const { db, clock, keys } = this.#needs;
    const now = clock.now();
    const { webhook_id: webhookId } = delivery;
    return transact(db, async (tx) => {
      if (result.isDelivered) {
        await recordSuccess(tx, webhookId, now);
        await finishDelivered(tx, delivery, result.status, now);
        return 'delivered';
      }
      const webhook = await recordFailure(tx, webhookId, now);
      if (webhook === undefined) return 'failed';
      const isGone = result.status === GONE;
      const delay = isGone
        ? undefined
        : retryDelay(delivery.attempts, { random: Math.random(), retryAfter: result.retryAfter });
      if (delay === undefined) await finishFailed(tx, delivery, { ...result, now });
      else await planRetry(tx, delivery, { ...result, at: new Date(now.getTime() + delay) });
      if (webhook.is_active && (isGone || hasFailedTooLong(webhook, now)))
        await pauseAndReport(tx, {
          id: webhookId,
          name: webhook.name,
          because: isGone ? 'gone' : 'failing',
          problem: result.problem,
          auditKey: keys.audit,
          now,
        });
      return delay === undefined ? 'failed' : 'retried';
    });
  }
}
