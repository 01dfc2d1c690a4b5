import type { Webhook, WebhookDelivery } from '@portal/contract/webhooks';
import { FAILING_HOURS } from '@portal/domain/webhook';
import type { ChipColor } from '#ui/theme/palette.ts';

interface Label {
  readonly label: string;
  readonly color: ChipColor | 'default';
}

/** The state of a webhook as a chip. */
export function webhookState({ isActive, pausedBecause }: Webhook): Label {
  if (isActive) return { label: 'Active', color: 'success' };
  return pausedBecause === null
    ? { label: 'Paused', color: 'default' }
    : { label: 'Paused by the portal', color: 'error' };
}

/** Why the portal paused a webhook, and what to do. */
export const PAUSE_REASONS: Readonly<Record<NonNullable<Webhook['pausedBecause']>, string>> = {
  gone: 'The receiver answered that it no longer exists (status 410), so the portal paused this webhook. Correct the URL or delete the webhook.',
  failing: `Nothing could be delivered in ${FAILING_HOURS} hours of tries, so the portal paused this webhook. Send a test event to see why, then resume it and send what has failed again.`,
};

/** The state of a delivery as a chip. */
export const DELIVERY_LABELS: Readonly<Record<WebhookDelivery['state'], Label>> = {
  waiting: { label: 'Waiting', color: 'info' },
  delivered: { label: 'Delivered', color: 'success' },
  failed: { label: 'Failed', color: 'error' },
};

/** The server of a URL: "hooks.example.com" or "hooks.example.com:8443". */
export const receiverOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host;

export const deliveriesText = (count: number): string => (count === 1 ? '1 delivery' : `${count} deliveries`);
