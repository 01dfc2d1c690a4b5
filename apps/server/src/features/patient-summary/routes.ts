export * from './read-summary.ts';
