export { countCodeUses } from './code-uses-repo.ts';
export { importCodes } from './import-codes.ts';
export { changeSearchWords } from './search-words.ts';
