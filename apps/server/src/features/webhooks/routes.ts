export * from './delivery-service.ts';
export * from './send-test.ts';
export * from './webhook-service.ts';
