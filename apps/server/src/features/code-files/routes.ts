export * from './code-check.ts';
export * from './code-file-actions.ts';
