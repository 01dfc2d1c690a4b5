import { describe, expect, it } from 'vitest';
import { bodyOf, sectionsOf } from './guide-sections.ts';

const PAGE = `# Phone messages

Take a [call](calls.md#take).

![A list](images/list.webp#10x20)

## Take a message

1. Press **New Message**.
2. Use \`Ctrl+S\`.

### Who: the caller

| Status | Meaning |
| ------ | ------- |
| New    | Nobody has it |
`;

describe('sections of a guide page', () => {
  it('have anchors like those on GitHub, levels, and the words that a reader sees', () => {
    expect(sectionsOf(PAGE)).toEqual([
      { anchor: '', level: 1, heading: 'Phone messages', text: 'Take a call.' },
      {
        anchor: 'take-a-message',
        level: 2,
        heading: 'Take a message',
        text: 'Press New Message. Use Ctrl+S.',
      },
      {
        anchor: 'who-the-caller',
        level: 3,
        heading: 'Who: the caller',
        text: 'Status · Meaning · New · Nobody has it',
      },
    ]);
  });

  it('tell apart two headings with the same words', () => {
    expect(sectionsOf('# A\n\n## B\n\n## B\n').map(({ anchor }) => anchor)).toEqual(['', 'b', 'b-1']);
  });

  it('are shown without the title, which is in the page header', () => {
    expect(bodyOf('# Title\n\nText\n\n# No title\n')).toBe('Text\n\n# No title\n');
  });
});
