export { listActiveLimits } from './limit-repo.ts';
export { addKnownLimits } from './limit-service.ts';
