/** The most webhooks of a practice. */
export const MAX_WEBHOOKS = 20;

/** States of a delivery. `failed`: no more automatic tries. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Delivered ones are removed after this many days, all others after `FAILED_DAYS`. */
export const DELIVERED_DAYS = 30;
export const FAILED_DAYS = 90;

/** For this many hours after a rotation, both secrets sign. */
export const OLD_SECRET_HOURS = 24;

/** At most this many replaced secrets sign at a time, so that the header with the signatures stays short. */
export const MAX_OLD_SECRETS = 5;

/**
 * A webhook is paused when everything has failed for this many hours, in at least this many tries. Tries count at most once an
 * hour: a burst of failures, hours without a try and one more failure are not a day of tries.
 */
export const FAILING_HOURS = 24;
export const FAILING_TRIES = 4;

/** The problem of a delivery that was held back because its webhook was paused. */
export const HELD_BACK = 'Not sent, because the webhook was paused';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Delays before the second and later tries, in milliseconds: together almost two days. */
const DELAYS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  4 * HOUR,
  12 * HOUR,
  24 * HOUR,
];
/** Delays are up to a fifth longer, so that not everything is repeated at the same moment. */
const JITTER = 0.2;
/** A receiver cannot ask for a longer delay. */
const MAX_RETRY_AFTER = 24 * HOUR;

/** No delay between two tries is longer, in milliseconds. */
export const MAX_RETRY_DELAY = 24 * HOUR * (1 + JITTER);

/** How often a delivery is tried at most. */
export const MAX_ATTEMPTS = DELAYS.length + 1;

/**
 * The delay before the next try in milliseconds, after `attempts` failures; undefined after the last one. `random`: from 0 to 1.
 * `retryAfter`: the delay that the receiver asked for, in milliseconds.
 */
export function retryDelay(
  attempts: number,
  { random, retryAfter = 0 }: { readonly random: number; readonly retryAfter?: number | undefined },
): number | undefined {
  const delay = DELAYS[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.round(Math.max(delay * (1 + JITTER * random), Math.min(retryAfter, MAX_RETRY_AFTER)));
}
