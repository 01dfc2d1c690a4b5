import { schemaNames } from '@portal/contract';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Io = 'input' | 'output';

const names = z.registry<{ id: string }>();
for (const [schema, name] of schemaNames) names.add(schema, { id: capitalized(name) });

export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The place of a schema in the description, until `components` knows whether requests and answers differ in it. */
const placeOf = (io: Io) => `#/${io}/`;
const PLACES = /#\/(?:input|output)\/(\w+)/g;

const bare = (text = '') => text.replaceAll(PLACES, '$1');

/** Converts schemas to those of the description. A schema with a name becomes a component, which is described once. */
export class Schemas {
  readonly #parts = { input: new Map<string, string>(), output: new Map<string, string>() };

  /** What requests send. */
  input(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'input');
  }

  /** What answers hold. */
  output(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, 'output');
  }

  /** The fields of what requests send, which the description lists one by one, and which of them are required. */
  fields(schema: z.ZodType): { properties: Record<string, JsonSchema>; required: readonly string[] } {
    const { properties = {}, required = [] } = this.#convert(schema, 'input', true);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Zod writes no property as true or false
    return { properties: properties as Record<string, JsonSchema>, required };
  }

  /**
   * The components, and the description with references to them. A schema that requests and answers write differently is two: that of
   * requests is named with `Input`.
   */
  finish<T>(description: T): { description: T; components: Record<string, JsonSchema> } {
    const { input, output } = this.#parts;
    const doubled = this.#doubled();
    const link = (text: string): string =>
      text.replaceAll(
        PLACES,
        (place, name: string) =>
          `#/components/schemas/${name}${place.startsWith(placeOf('input')) && doubled.has(name) ? 'Input' : ''}`,
      );
    const parts = [
      ...output,
      ...[...input].flatMap(([name, text]): [string, string][] => {
        if (doubled.has(name)) return [[`${name}Input`, text]];
        return output.has(name) ? [] : [[name, text]];
      }),
    ];
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts in it change
      description: JSON.parse(link(JSON.stringify(description))) as T,
      components: Object.fromEntries(
        parts.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => [name, JSON.parse(link(text))]),
      ),
    };
  }

  /** The names of the schemas that requests and answers write differently, or that refer to such a schema. */
  #doubled(): ReadonlySet<string> {
    const { input, output } = this.#parts;
    const both = [...input].filter(([name]) => output.has(name));
    const doubled = new Set(
      both.flatMap(([name, text]) => (bare(text) === bare(output.get(name)) ? [] : [name])),
    );
    const refers = (text: string) => [...text.matchAll(PLACES)].some(([, name = '']) => doubled.has(name));
    for (let known = -1; known < doubled.size;) {
      known = doubled.size;
      for (const [name, text] of both) if (refers(text)) doubled.add(name);
    }
    return doubled;
  }

  #convert(schema: z.ZodType, io: Io, isInline = false): JsonSchema {
    const {
      $schema: _dialect,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, { io, metadata: names, override: simplify(io) });
    const root = isInline ? own.$ref?.slice('#/$defs/'.length) : undefined;
    const moved = (part: unknown) => JSON.stringify(part).replaceAll('"#/$defs/', `"${placeOf(io)}`);
    for (const [name, part] of Object.entries($defs))
      if (name !== root) this.#parts[io].set(name, moved(part));
    return JSON.parse(moved(root === undefined ? own : $defs[root]));
  }
}

/** Leaves out what says nothing to callers, and adds what the contract says of a schema with `meta`. */
const simplify =
  (io: Io) =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void => {
    Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
    // Answers can get more properties in later versions.
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.format !== undefined || jsonSchema.type === 'integer') delete jsonSchema.pattern;
  };
