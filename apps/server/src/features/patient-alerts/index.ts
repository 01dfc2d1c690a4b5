export { listAlertsOn } from './alert-repo.ts';
export { listEndedAlerts } from './alert-service.ts';
