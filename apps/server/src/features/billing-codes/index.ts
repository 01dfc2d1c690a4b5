export { announceCodes, codeBulkAction } from './bulk-codes.ts';
export { findOfferedDiagnoses } from './code-repo.ts';
export { countCodeUses } from './code-uses-repo.ts';
export { importCodes } from './import-codes.ts';
export { changeSearchWords } from './search-words.ts';
