import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

type Serialize = (answer: unknown) => string;

/** A response lacks what the contract names. */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError';
}

/**
 * Serializes responses with a function compiled from the contract's schema: properties that the schema does not name are left
 * out, and a missing one is an error. Compiles on the first response, to keep the start quick.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let serialize: Serialize | undefined;
  return (answer) => {
    serialize ??= compileSerializer(schema);
    try {
      return serialize(answer);
    } catch (error) {
      throw new ResponseShapeError('a response does not match the contract', { cause: error });
    }
  };
};

/** Throws when the schema cannot be written as a JSON schema. */
export function compileSerializer(schema: z.ZodType): Serialize {
  const jsonSchema = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', override: keepShape });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are draft 7, with different type names
  return fastJson(jsonSchema as Schema);
}

/**
 * Rules of input. Unnamed properties are left out of responses, but within a union they and values that break a rule would be
 * errors; JSON schemas also lose the flags of regular expressions.
 */
const RULES = [
  'additionalProperties',
  'format',
  'pattern',
  'propertyNames',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
] as const;

function keepShape({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  for (const rule of RULES)
    if (rule !== 'additionalProperties' || jsonSchema[rule] === false) delete jsonSchema[rule];
}
