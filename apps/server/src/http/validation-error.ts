import type { FieldErrors } from '@portal/contract/errors';
import type { FastifyError, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error.ts';

interface Issue {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Converts schema issues to a VALIDATION error: messages per field, and the message of the whole input if there is
 * one.
 */
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

/** The issues of the required fields when the body is missing, or undefined when there is a body. */
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

/** Messages by field path, with dots between the parts. */
function fieldErrors(issues: readonly Issue[]): FieldErrors {
  // No prototype: a field can be named constructor or __proto__.
  const errors: FieldErrors = Object.create(null);
  const add = (field: string, message: string) => {
    const messages = (errors[field] ??= []);
    if (!messages.includes(message)) messages.push(message);
  };
  for (const issue of issues) {
    if (isWhole(issue)) continue;
    const path = pathOf(issue);
    const { keys } = issue.params;
    if (Array.isArray(keys)) for (const key of keys) add([...path, String(key)].join('.'), 'Unknown field');
    else add(path.join('.'), issue.message ?? 'Not valid');
  }
  return errors;
}
