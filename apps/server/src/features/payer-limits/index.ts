export { KNOWN_LIMITS } from './known-limits.ts';
export { insertMissing as insertMissingLimits, listActiveLimits } from './limit-repo.ts';
export { addKnownLimits } from './limit-service.ts';
