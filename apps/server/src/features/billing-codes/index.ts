export { importCodes } from './import-codes.ts';
