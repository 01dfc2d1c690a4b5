export { OUTCOMES, WebhookDeliveries } from './delivery/deliveries.ts';
export { countDeliveries } from './delivery/sending-repo.ts';
export { removeOldDeliveries } from './delivery-repo.ts';
export { trustedAuthorities } from './sender/ca-file.ts';
export { WebhookSender } from './sender/sender.ts';
