export * from './api-key-service.ts';
