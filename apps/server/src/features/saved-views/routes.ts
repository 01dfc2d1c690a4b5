export * from './view-service.ts';
