import { webhook, webhookChange, type Webhook } from '@portal/contract/webhooks';
import { isActivityEvent } from '@portal/domain/activity-event';
import { z } from 'zod';
import { typedText } from '#ui/form/text-limit.ts';

const inputs = z.object({
  name: typedText(webhookChange.shape.name),
  url: typedText(webhookChange.shape.url),
  events: z.array(z.string()),
  isActive: z.boolean(),
  version: z.int().optional(),
});
export type WebhookInput = z.input<typeof inputs>;
type WebhookPayload = z.output<typeof webhookChange>;

/** Validates the form inputs with the contract's rules. A new webhook has no version. */
export const webhookSchema: z.ZodType<WebhookPayload, WebhookInput> = inputs.transform(
  (input, context): WebhookPayload => {
    const parsed = webhookChange.safeParse({ ...input, events: input.events.filter(isActivityEvent) });
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues)
      context.issues.push({ code: 'custom', message, path, input });
    return z.NEVER;
  },
);

export const NEW_WEBHOOK: WebhookInput = { name: '', url: '', events: [], isActive: true };

export const webhookInput = ({ name, url, events, isActive, version }: Webhook): WebhookInput => ({
  name,
  url,
  events,
  isActive,
  version,
});

/** Form values of the current record from a stale save response; null if it cannot be parsed. */
export function currentWebhookInput(current: unknown): WebhookInput | null {
  const parsed = webhook.safeParse(current);
  return parsed.success ? webhookInput(parsed.data) : null;
}
