export * from './group-service.ts';
export * from './list-groups.ts';
