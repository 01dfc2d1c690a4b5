export * from './find-everything.ts';
