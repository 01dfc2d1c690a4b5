import { retryDelay } from '@portal/domain/webhook';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import type { Notifier } from '#db/notifier.ts';
import { BackgroundWork } from '#platform/background-work.ts';
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
} from './sending-repo.ts';
import type { SendResult, WebhookSender } from '../sender/sender.ts';
import { payloadOf } from './payload.ts';
import { hasFailedTooLong, pauseAndReport } from './pause.ts';
import { signingSecrets } from './secrets.ts';
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
 * at least once, always with the same id. What closing ends is sent again after the next start.
 */
export class WebhookDeliveries extends BackgroundWork {
  readonly #needs: Needs;
  #observe: (outcome: Outcome) => void = () => undefined;
  #pass: Promise<void> | undefined;
  /** Something may be due. */
  #isWoken = false;
  #woken = Promise.withResolvers<void>();

  constructor(needs: Needs) {
    super();
    this.#needs = needs;
  }

  /** Calls the function after each try. */
  observe(listener: (outcome: Outcome) => void): void {
    this.#observe = listener;
  }

  /** Sends deliveries from now on, when they are due. */
  begin(notifier: Notifier): void {
    const repeat = this.repeat(() => this.#deliverOnTime());
    const wake = () => {
      this.#wake();
      repeat();
    };
    notifier.on('webhooks', wake);
    notifier.onReconnect(wake);
  }

  /** Sends everything that is due, and resolves when nothing is due anymore. */
  deliverDue(): Promise<void> {
    this.#wake();
    return (this.#pass ??= this.start((closing) => this.#deliver(closing)));
  }

  #wake(): void {
    this.#isWoken = true;
    this.#woken.resolve();
  }

  /** Returns the time until the next delivery is due, in milliseconds. */
  async #deliverOnTime(): Promise<number> {
    const { db, clock, log } = this.#needs;
    try {
      await this.deliverDue();
      const next = await nextDue(db);
      if (next === undefined) return LONGEST_WAIT_MS;
      return Math.min(LONGEST_WAIT_MS, Math.max(0, next.getTime() - clock.now().getTime()));
    } catch (error) {
      log.warn({ err: error }, 'webhooks could not be delivered; trying again in a minute');
      return LONGEST_WAIT_MS;
    }
  }

  async #deliver(closing: AbortSignal): Promise<void> {
    /** What is being sent, with its webhook. */
    const sends = new Map<Promise<void>, string>();
    try {
      while (sends.size > 0 || (this.#isWoken && !closing.aborted)) {
        this.#isWoken = false;
        this.#woken = Promise.withResolvers();
        for (const delivery of closing.aborted ? [] : await this.#claim([...sends.values()])) {
          const sent = this.#send(delivery).finally(() => {
            sends.delete(sent);
            this.#isWoken = true;
          });
          sends.set(sent, delivery.webhook_id);
        }
        if (sends.size > 0) await Promise.race([...sends.keys(), this.#woken.promise]);
      }
    } finally {
      await Promise.all(sends.keys());
      this.#pass = undefined;
    }
  }

  #claim(sending: readonly string[]): Promise<ClaimedDelivery[]> {
    const { db, clock } = this.#needs;
    const now = clock.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    return claimDeliveries(db, { now, until, perWebhook: PER_WEBHOOK, sending });
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    try {
      await this.#try(delivery);
    } catch (error) {
      // Its claim ends, and then it is tried again.
      const { webhook_id: webhook } = delivery;
      this.#needs.log.warn({ err: error, webhook }, 'the result of a webhook could not be recorded');
    }
  }

  async #try(delivery: ClaimedDelivery): Promise<void> {
    const { db, keys, clock, sender } = this.#needs;
    const body = payloadOf(delivery);
    const at = clock.now();
    const secrets = signingSecrets(keys, delivery.webhook_id, delivery);
    const headers = signedHeaders({ id: delivery.id, at, body }, secrets);
    let result: SendResult;
    try {
      result = await sender.send({ url: delivery.url, headers, body }, this.closing);
    } catch (error) {
      if (!this.closing.aborted) throw error;
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
