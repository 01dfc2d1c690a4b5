export { saveJobEnd } from './job-state-repo.ts';
export type { Inspected } from './status-reasons.ts';
export { systemStatus } from './system-status.ts';
