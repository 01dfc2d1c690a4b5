/** The general categories of Unicode, and the characters that are not drawn. */
const CATEGORIES =
  'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co Cn Cs Default_Ignorable_Code_Point'.split(
    ' ',
  );
const LAST = 0x10_ff_ff;

/** Characters of every general category of Unicode, spread over each, and all controls and spaces except NUL. For tests. */
export function unicodeSamples(perCategory: number): ReadonlyMap<string, readonly string[]> {
  return new Map(
    CATEGORIES.map((category) => {
      const isOne = new RegExp(`^\\p{${category}}$`, 'u');
      const all: string[] = [];
      for (let code = 1; code <= LAST; code += 1) {
        const character = String.fromCodePoint(code);
        if (isOne.test(character)) all.push(character);
      }
      const step = ['Cc', 'Cf', 'Zs'].includes(category)
        ? 1
        : Math.max(1, Math.floor(all.length / perCategory));
      return [category, all.filter((_, index) => index % step === 0)];
    }),
  );
}
