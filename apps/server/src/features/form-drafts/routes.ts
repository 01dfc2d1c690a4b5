export * from './form-draft-service.ts';
