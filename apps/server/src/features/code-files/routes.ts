export * from './code-file-actions.ts';
