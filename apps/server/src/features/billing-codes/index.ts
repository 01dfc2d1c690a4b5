export { importCodes } from './import-codes.ts';
export { changeSearchWords } from './search-words.ts';
