export * from './alert-service.ts';
