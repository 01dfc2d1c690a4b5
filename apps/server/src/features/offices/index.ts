export { getPlace, requireLocation } from './location-ref.ts';
export { createOffice } from './office-service.ts';
