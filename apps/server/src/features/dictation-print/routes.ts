export * from './print-batch.ts';
export * from './print-dictation.ts';
