export * from './read-work.ts';
export * from './settle-work.ts';
