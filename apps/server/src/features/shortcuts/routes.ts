export * from './shortcut-service.ts';
