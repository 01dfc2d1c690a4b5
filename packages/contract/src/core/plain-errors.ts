import { z } from 'zod';

/** User-friendly messages for schema errors without their own message. */
z.config({ customError: plainError });

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const BODY_KINDS: Readonly<Record<string, string>> = {
  array: 'The request body must be a JSON array.',
  object: 'The request body must be a JSON object.',
};

function plainError(issue: RawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.path?.length === 0)
        return BODY_KINDS[issue.expected] ?? 'The request body has the wrong type.';
      if (isMissing) return 'This field is required';
      return `This field must be ${KINDS[issue.expected] ?? 'of a different type'}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return isMissing ? 'This field is required' : `Choose one of: ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return 'Unknown field';
    case 'not_multiple_of':
      return `This number must be a multiple of ${issue.divisor}`;
    default:
      return isMissing ? 'This field is required' : 'This value is not valid';
  }
}

function tooSmall({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin === 'string')
    return minimum === 1 ? 'This field is required' : `Enter at least ${minimum} characters`;
  if (origin === 'array')
    return minimum === 1 ? 'At least one is required' : `At least ${minimum} are required`;
  return `This number must be at least ${minimum}`;
}

function tooBig({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  if (origin === 'string') return `Enter at most ${maximum} characters`;
  if (origin === 'array') return `At most ${maximum} are allowed`;
  return `This number must be at most ${maximum}`;
}
