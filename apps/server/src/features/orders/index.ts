export { countOrders } from './order-count-repo.ts';
