import * as titles from '@portal/contract/titles';
import { operation } from '#http/operation.ts';
import { createTitle } from './title-service.ts';

export * from './title-service.ts';

export const titleCreate = operation(titles.titleCreate, (context, { body }) => createTitle(context, body));
