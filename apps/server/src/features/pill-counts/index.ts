export { getLastCount, listNewestCounts } from './pill-count-service.ts';
