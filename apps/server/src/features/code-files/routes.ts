export * from './code-check.ts';
