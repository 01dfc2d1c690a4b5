export * from './setup-service.ts';
