import { describe, expect, it } from 'vitest';
import { RecentNews } from './recent-news.ts';

const START = Date.parse('2026-11-27T12:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000);
const news = (target: string, reader = 'ann') => ({
  target,
  args: [],
  isFor: (who: string) => who === reader,
});

describe('recent news', () => {
  it('are those since a time that the reader may get, oldest first', () => {
    const recent = new RecentNews<string>(at(0));
    recent.add(news('too early'), at(1));
    recent.add(news('first'), at(2));
    recent.add(news('for another', 'bob'), at(2));
    recent.add(news('second'), at(3));
    expect(recent.since(at(2), 'ann')?.map(({ target }) => target)).toEqual(['first', 'second']);
    expect(recent.since(at(4), 'ann')).toEqual([]);
  });

  it('are unknown from before this process has started', () => {
    expect(new RecentNews<string>(at(10)).since(at(9), 'ann')).toBeNull();
  });

  it('are forgotten after a while, or when there are too many', () => {
    const recent = new RecentNews<string>(at(0));
    recent.add(news('old'), at(1));
    recent.add(news('new'), at(150));
    expect(recent.since(at(1), 'ann')).toBeNull();
    expect(recent.since(at(2), 'ann')).toHaveLength(1);
    for (let count = 0; count < 3000; count += 1) recent.add(news('many'), at(151));
    expect(recent.since(at(150), 'ann')).toBeNull();
    expect(recent.since(at(152), 'ann')).toEqual([]);
  });
});
