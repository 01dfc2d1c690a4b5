import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { roles } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { page } from './page.ts';

const guard = roles('Admin');

/** Routes of the billing code catalog, of the official files about codes, of payer limits, and of titles. */
export const billingCodesRoutes: RouteObject[] = [
  page('/admin/billing-codes', {
    title: 'Billing Codes',
    menu: { group: 'templates', icon: ReceiptLongOutlined, key: 'b' },
    help: 'billing-codes',
    guard,
    load: async () => (await import('#features/billing-codes/BillingCodesPage.tsx')).BillingCodesPage,
  }),
  page('/admin/billing-codes/files', {
    title: 'Code Files',
    menu: { group: 'templates', icon: FactCheckOutlined },
    help: 'billing-codes#codes-from-the-official-files',
    guard,
    load: async () => (await import('#features/code-files/CodeFilesPage.tsx')).CodeFilesPage,
  }),
  page('/admin/billing-codes/files/changes', {
    title: 'What Changed',
    help: 'billing-codes#what-changed-with-an-edition',
    guard,
    load: async () => (await import('#features/code-changes/ChangesPage.tsx')).ChangesPage,
  }),
  page('/admin/payer-limits', {
    title: 'Payer Limits',
    menu: { group: 'templates', icon: EventRepeatOutlined },
    help: 'billing-codes#payer-limits',
    guard,
    load: async () => (await import('#features/payer-limits/PayerLimitsPage.tsx')).PayerLimitsPage,
  }),
  page('/admin/titles', {
    title: 'Title Management',
    menu: { group: 'templates', icon: BadgeOutlined },
    help: 'users-and-offices#titles',
    guard,
    load: async () => (await import('#features/titles/TitlesPage.tsx')).TitlesPage,
  }),
];
