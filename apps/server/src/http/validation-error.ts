import type { FieldErrors } from '@portal/contract/errors';
import type { FastifyError, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error.ts';

interface Issue {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What is wrong with the input: each field's messages under its name, and as the message what is wrong with the whole. */
export function validationError(
  error: FastifyError & { readonly validation: readonly Issue[] },
  request: FastifyRequest,
): AppError {
  const issues = missingFields(error, request) ?? error.validation;
  const whole = issues.find((issue) => isWhole(issue))?.message;
  return new AppError('VALIDATION', {
    ...(whole === undefined ? {} : { message: whole }),
    errors: fieldErrors(issues),
  });
}

/** What a body that did not come should have held, field by field; undefined when there was one, or it is no object. */
function missingFields(
  { validationContext }: FastifyError,
  { body, routeOptions }: FastifyRequest,
): Issue[] | undefined {
  if (validationContext !== 'body' || (body !== undefined && body !== null)) return undefined;
  const issues = routeOptions.config.endpoint?.body?.safeParse({}).error?.issues ?? [];
  if (issues.length === 0 || issues.some(({ path }) => path.length === 0)) return undefined;
  return issues.map(({ path, message }) => ({ instancePath: `/${path.join('/')}`, message, params: {} }));
}

const pathOf = ({ instancePath }: Issue) => instancePath.split('/').filter((part) => part !== '');
const isWhole = (issue: Issue) => pathOf(issue).length === 0 && !Array.isArray(issue.params['keys']);

/** All field errors, each under its field's path with dots. */
function fieldErrors(issues: readonly Issue[]): FieldErrors {
  // Without a prototype: a field may be called constructor or __proto__.
  const errors: FieldErrors = Object.create(null);
  const add = (field: string, message: string) => {
    const messages = (errors[field] ??= []);
    if (!messages.includes(message)) messages.push(message);
  };
  for (const issue of issues) {
    if (isWhole(issue)) continue;
    const path = pathOf(issue);
    const { keys } = issue.params;
    if (Array.isArray(keys))
      for (const key of keys) add([...path, String(key)].join('.'), 'This field is not known here');
    else add(path.join('.'), issue.message ?? 'Not valid');
  }
  return errors;
}
