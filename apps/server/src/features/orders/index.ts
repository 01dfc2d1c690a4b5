export { findMatchingOrders, orderRowsOf } from './order-list.ts';
export { countUrgent } from './open-orders-repo.ts';
export { listOpenOrders, listUrgentOrders } from './open-orders.ts';
export { listCompletedOrders, type CompletedOrder } from './completed-orders-repo.ts';
export { listDiagnosesOfOrders } from './diagnosis-repo.ts';
export { requireOrderOf } from './order-of-note.ts';
export { findOrderPatient, orderSources } from './order-source-repo.ts';
