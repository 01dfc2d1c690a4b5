export { requireLocation } from './location-ref.ts';
