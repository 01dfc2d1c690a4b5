import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import { permission } from '@portal/contract/endpoint';
import type { RouteObject } from 'react-router';
import { OrdersBadge } from '../shell/WaitingBadge.tsx';
import { page } from './page.ts';

const view = permission('Order.View');

/** Routes of the orders area. */
export const ordersRoutes: RouteObject[] = [
  page('/orders', {
    title: 'Medical Orders',
    menu: { group: 'daily', icon: AssignmentOutlined, key: 'o', Badge: OrdersBadge },
    help: 'orders',
    guard: view,
    load: async () => (await import('#features/orders/OrdersPage.tsx')).OrdersPage,
  }),
  page('/orders/new', {
    title: 'New Order',
    guard: permission('Order.Create'),
    load: async () => (await import('#features/orders/OrderCreatePage.tsx')).OrderCreatePage,
  }),
  page('/orders/:id', {
    title: 'Medical Order',
    guard: view,
    load: async () => (await import('#features/orders/OrderPage.tsx')).OrderPage,
  }),
  page('/orders/:id/edit', {
    title: 'Edit Order',
    guard: permission('Order.Edit'),
    load: async () => (await import('#features/orders/OrderEditPage.tsx')).OrderEditPage,
  }),
];
