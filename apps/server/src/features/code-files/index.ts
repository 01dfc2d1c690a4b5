export { findOfficial } from './official-repo.ts';
