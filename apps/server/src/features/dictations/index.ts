export { contentHash } from './content-hash.ts';
export { loadDictation, loadDictations } from './load.ts';
export { findDictationRows } from './rows.ts';
export { lockDictations, MISSING, signDictations } from './sign.ts';
