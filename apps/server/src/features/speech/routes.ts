export * from './speech-service.ts';
