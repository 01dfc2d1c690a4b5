export { coSignatureHash, HASH_VERSION } from './content-hash.ts';
export { findDictation, findDictationRows, findDictations, lockDictations } from './dictation-repo.ts';
export { MISSING, presentDictation, presentDictationRow, presentLines } from './dictation-view.ts';
export { currentLetterhead, fillLetterheads, findVisibleHeader, letterheadOf } from './letterheads.ts';
export { listDiagnosesOfNotes, type FoundDiagnosis } from './list/diagnosis-repo.ts';
export {
  listCoSignatures,
  listSentBack,
  listUnfinished,
  listUnsigned,
  listUnsignedOf,
} from './open-dictations.ts';
export { storeSignedPrint } from './signing/signed-print.ts';
export { countWithoutPrint } from './signing/signed-print-repo.ts';
export { verifySignatures } from './signing/verify-signatures.ts';
export { PRINTED_NAMES, shownNames } from './list/shown-names.ts';
export { signDictations } from './signing/sign-dictation.ts';
export { userExists } from './list/short-list-repo.ts';
export { countCoSignatures, countUnsigned } from './list/unfinished-repo.ts';
