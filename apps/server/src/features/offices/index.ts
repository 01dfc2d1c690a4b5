export { requireLocation } from './location-ref.ts';
export { createOffice } from './office-service.ts';
