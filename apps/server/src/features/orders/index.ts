export { countOrders } from './order-counts.ts';
