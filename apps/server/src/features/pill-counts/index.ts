export { listNewestCounts } from './pill-count-service.ts';
