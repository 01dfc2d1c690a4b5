export { createTitle } from './title-service.ts';
