import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const guard = roles('Admin');

/** Routes of the billing code catalog and of titles. */
export const billingCodesRoutes: RouteObject[] = [
  page('/admin/billing-codes', {
    title: 'Billing Codes',
    menu: { group: 'templates', icon: ReceiptLongOutlined, key: 'b' },
    help: 'billing-codes',
    guard,
    load: async () => (await import('#features/billing-codes/BillingCodesPage.tsx')).BillingCodesPage,
  }),
  page('/admin/titles', {
    title: 'Title Management',
    menu: { group: 'templates', icon: BadgeOutlined },
    help: 'users-and-offices#titles',
    guard,
    load: async () => (await import('#features/titles/TitlesPage.tsx')).TitlesPage,
  }),
];
