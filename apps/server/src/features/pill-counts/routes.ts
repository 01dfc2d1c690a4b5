export * from './pill-count-service.ts';
