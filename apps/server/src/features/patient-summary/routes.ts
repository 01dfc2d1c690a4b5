export * from './read-diagnoses.ts';
export * from './read-summary.ts';
