export { findLastPillCount } from './pill-count-service.ts';
