export * from './limit-service.ts';
