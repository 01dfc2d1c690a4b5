export { listUnassignedWork, previewLostWork } from './read-work.ts';
export { settleWork } from './settle-work.ts';
