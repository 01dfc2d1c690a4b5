export { findMatchingOrders } from './find-matching.ts';
