export * from './change-batch.ts';
export * from './check-charges.ts';
export * from './csv-columns.ts';
export * from './export-charges.ts';
export * from './count-charges.ts';
export * from './list-charges.ts';
export * from './print-day-sheet.ts';
