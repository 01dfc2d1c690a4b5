export { readLogo } from './logo/read-logo.ts';
export { currentLogo, readLetterhead } from './letterhead.ts';
export { findLogoFiles, findLogoId, insertLogo, updateLetterhead } from './practice-repo.ts';
