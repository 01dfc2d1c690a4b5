export * from './recent-service.ts';
