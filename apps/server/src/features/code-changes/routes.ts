export * from './accept-changes.ts';
export * from './list-changes.ts';
