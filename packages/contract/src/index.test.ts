import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpointNames, endpoints, schemaNames } from './index.ts';

const repeated = (names: Iterable<string>) =>
  [...Map.groupBy(names, (name) => name.toLowerCase())].flatMap(([name, same]) =>
    same.length > 1 ? [name] : [],
  );

describe('the names of the contract', () => {
  it('are unique, so that clients generated from the API description have one function or type for each', () => {
    expect(repeated(endpointNames.values())).toEqual([]);
    expect(repeated(schemaNames.values())).toEqual([]);
    // The description names the other half of a schema that requests and answers write differently.
    expect(repeated([...schemaNames.values()].flatMap((name) => [name, `${name}Input`]))).toEqual([]);
    expect(endpoints.length).toBeGreaterThan(300);
  });

  it('include those of every file', async () => {
    const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(
      (name) => !/^index\.|\.test\./.test(name),
    );
    const missing: string[] = [];
    for (const file of files) {
      const exported: object = await import(join(import.meta.dirname, file));
      for (const [name, value] of Object.entries(exported)) {
        if (value instanceof z.ZodType && !schemaNames.has(value)) missing.push(`${file}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
