export { findMatchingMessages } from './find-matching.ts';
