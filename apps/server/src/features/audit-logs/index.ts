export { AuditChecks } from './checks/audit-checks.ts';
export {
  beginVerification,
  finishVerification,
  lastFinishedVerification,
  latestVerification,
} from './checks/verification-repo.ts';
