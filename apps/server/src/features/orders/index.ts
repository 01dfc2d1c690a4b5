export { findMatchingOrders, orderRowsOf } from './order-list.ts';
export { countUrgent } from './open-orders-repo.ts';
export { listOpenOrders, listUrgentOrders } from './open-orders.ts';
export { listCompletedOrders, type CompletedOrder } from './completed-orders-repo.ts';
export { findOrderPatient, orderSources, requireOrderOf } from './order-sources.ts';
