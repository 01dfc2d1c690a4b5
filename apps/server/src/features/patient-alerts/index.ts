export { listEndedAlerts } from './alert-service.ts';
