import { NUMBER_EXPECTED } from '@portal/domain/typed-number';
import { titleRecord } from '@portal/contract/titles';
import { describe, expect, it } from 'vitest';
import { newInput, recordSchema } from '#ui/form/record-input.ts';

const titleSchema = recordSchema(titleRecord.fields);
const newTitleInput = (totalCount: number) => ({
  ...newInput(titleRecord.fields),
  displayOrder: String(totalCount + 1),
});

const messages = (input: Partial<ReturnType<typeof newTitleInput>>) =>
  Object.fromEntries(
    titleSchema
      .safeParse({ ...newTitleInput(5), ...input })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );

describe('title form', () => {
  it('puts a new title last, at the total plus one, and accepts 0', () => {
    expect(newTitleInput(5)).toMatchObject({ displayOrder: '6', isActive: true });
    const zero = titleSchema.parse({
      ...newTitleInput(5),
      code: ' rn',
      description: 'Nurse',
      displayOrder: '0',
    });
    expect(zero).toEqual({ code: 'RN', description: 'Nurse', displayOrder: 0, isActive: true });
  });

  it('reports each invalid field', () => {
    expect(messages({ displayOrder: '-1' })).toEqual({
      code: 'Title is required',
      description: 'Description is required',
      displayOrder: 'Display order must be a positive number',
    });
    const long = { code: 'X'.repeat(11), description: 'x'.repeat(101) };
    for (const [displayOrder, message] of [
      ['', 'Display order must be a positive number'],
      ['1.5', 'Display order must be a positive number'],
      ['1,5', NUMBER_EXPECTED],
    ] as const)
      expect(messages({ ...long, displayOrder })).toEqual({
        code: 'Title must be 10 characters or less',
        description: 'Description must be 100 characters or less',
        displayOrder: message,
      });
  });
});
