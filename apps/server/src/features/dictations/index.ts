export { contentHash } from './content-hash.ts';
export { findDictation, findDictationRows, findDictations, lockDictations } from './dictation-repo.ts';
export { MISSING, presentDictation, presentDictationRow, presentLines } from './dictation-view.ts';
export { listOfPatient, listUnfinished, listUnsigned } from './open-dictations.ts';
export { signDictations } from './sign-dictation.ts';
export { userExists } from './short-list-repo.ts';
export { countUnsigned } from './unfinished-repo.ts';
