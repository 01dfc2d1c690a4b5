import type { Activity } from '@portal/contract/dashboard';
import { describe, expect, it } from 'vitest';
import { createActivityFeed, FEED_MAXIMUM } from './activity-feed.ts';

const anActivity = (id: string): Activity => ({
  id,
  description: 'A user signed in',
  timestamp: '2026-01-05T20:04:00.000Z',
  color: 'info',
  icon: 'Login',
  entityType: 'User',
  entityId: null,
});
const list = (...ids: string[]) => ids.map(anActivity);
const ids = (feed: ReturnType<typeof createActivityFeed>) => feed.get().activities.map(({ id }) => id);

describe('spec 1 §4 the activity feed', () => {
  it('puts a new activity in front', () => {
    const feed = createActivityFeed();
    feed.add(anActivity('a'));
    feed.add(anActivity('b'));
    expect(ids(feed)).toEqual(['b', 'a']);
  });

  it('spec 1 §9 is cut to 20 unless told', () => {
    const feed = createActivityFeed();
    for (let index = 0; index < 25; index += 1) feed.add(anActivity(String(index)));
    expect(FEED_MAXIMUM).toBe(20);
    expect(ids(feed)).toHaveLength(20);
    expect(ids(feed)[0]).toBe('24');
  });

  it('lowering the maximum trims the list, raising it does not bring anything back', () => {
    const feed = createActivityFeed();
    feed.replace(list('a', 'b', 'c'));
    feed.setMaximum(2);
    expect(ids(feed)).toEqual(['a', 'b']);
    feed.setMaximum(5);
    expect(ids(feed)).toEqual(['a', 'b']);
  });

  it('can be replaced, cut to the maximum, and cleared', () => {
    const feed = createActivityFeed(2);
    feed.add(anActivity('old'));
    feed.replace(list('a', 'b', 'c'));
    expect(ids(feed)).toEqual(['a', 'b']);
    feed.clear();
    expect(ids(feed)).toEqual([]);
  });

  it('shows an activity once, however often it comes', () => {
    const feed = createActivityFeed();
    feed.replace(list('a', 'b'));
    feed.add(anActivity('b'));
    expect(ids(feed)).toEqual(['a', 'b']);
  });

  it('tells its listeners', () => {
    const feed = createActivityFeed();
    const seen: number[] = [];
    const stop = feed.subscribe(() => seen.push(feed.get().activities.length));
    feed.add(anActivity('a'));
    stop();
    feed.add(anActivity('b'));
    expect(seen).toEqual([1]);
  });
});

describe('spec 1 §7 the recent activities are read while new ones are pushed', () => {
  it('keeps what was pushed meanwhile in front of an older answer', async () => {
    const feed = createActivityFeed();
    feed.add(anActivity('gone'));
    await feed.refill(async () => {
      feed.add(anActivity('c'));
      feed.add(anActivity('d'));
      return list('c', 'b', 'a');
    });
    expect(ids(feed)).toEqual(['d', 'c', 'b', 'a']);
  });

  it('keeps the list when the answer does not come', async () => {
    const feed = createActivityFeed();
    feed.add(anActivity('a'));
    await expect(feed.refill(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(ids(feed)).toEqual(['a']);
  });

  it('drops an answer that comes after the list was cleared', async () => {
    const feed = createActivityFeed();
    await feed.refill(async () => {
      feed.clear();
      return list('a');
    });
    expect(ids(feed)).toEqual([]);
  });
});
