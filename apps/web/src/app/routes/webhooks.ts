import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import { roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const guard = roles('SuperAdmin');

/** Routes of webhooks, for SuperAdmins only. */
export const webhooksRoutes: RouteObject[] = [
  page('/webhooks', {
    title: 'Webhooks',
    menu: { group: 'system', icon: WebhookOutlined },
    help: 'webhooks',
    guard,
    load: async () => (await import('#features/webhooks/WebhooksPage.tsx')).WebhooksPage,
  }),
  page('/webhooks/:id', {
    title: 'Webhook',
    help: 'webhooks',
    guard,
    load: async () => (await import('#features/webhooks/WebhookPage.tsx')).WebhookPage,
  }),
];
