import { FAMILIES, MEN, WOMEN } from '@portal/demo/patient-names';
import { SeededRandom } from '@portal/demo/random';

const STARTS = 'b,br,c,ch,d,dr,f,g,gr,h,j,k,kl,l,m,n,p,pr,r,s,sch,st,t,tr,v,w,z,,a,e'.split(',');
const MIDDLES = 'a,e,i,o,u,ai,ee,ie,ou,al,an,ar,el,en,er,in,ol,on,or,um'.split(',');
const ENDS = 'son,man,berg,ton,ley,ez,ski,ova,ini,ard,ett,ick,ing,or,as,is,el,en,ert,ara,ina,ia'.split(',');

/** Words with a realistic frequency: word n is about 1/(n + flat) as frequent as the first. */
export class Vocabulary {
  readonly #words: readonly string[];
  readonly #cumulative: Float64Array;

  constructor(words: readonly string[], flat: number) {
    this.#words = words;
    this.#cumulative = new Float64Array(words.length);
    let sum = 0;
    for (let rank = 0; rank < words.length; rank += 1) {
      sum += 1 / (rank + flat);
      this.#cumulative[rank] = sum;
    }
  }

  /** The word of a rank, starting at 0. Higher ranks are rarer. */
  at(rank: number): string {
    return this.#words[rank] ?? '';
  }

  pick(random: SeededRandom): string {
    const target = random.next() * (this.#cumulative.at(-1) ?? 0);
    let low = 0;
    let high = this.#words.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulative[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return this.#words[low] ?? '';
  }
}

/** 40,000 last names: the most common has 1.2% of the people, the rarest a handful per million, as in the census. */
export const families = (): Vocabulary => new Vocabulary([...FAMILIES, ...invented(40_000, 1)], 8);

/** 6,000 first names; the most common has 2%. */
export const givenNames = (): Vocabulary => new Vocabulary([...WOMEN, ...MEN, ...invented(6_000, 2)], 6);

function invented(count: number, seed: number): string[] {
  const random = new SeededRandom(seed);
  const words = new Set<string>();
  while (words.size < count) {
    const middles = Array.from(
      { length: random.int(1, 2) },
      () => random.pick(MIDDLES) + random.pick(STARTS),
    );
    const word = random.pick(STARTS) + middles.join('') + random.pick(ENDS);
    words.add(word.slice(0, 1).toUpperCase() + word.slice(1));
  }
  return [...words];
}
