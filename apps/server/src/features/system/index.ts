export { saveJobEnd } from './job-state-repo.ts';
export { systemStatus } from './system-status.ts';
