export * from './editor-service.ts';
