export { findMatchingOrders } from './find-matching.ts';
export { orderRowsOf } from './rows-of.ts';
