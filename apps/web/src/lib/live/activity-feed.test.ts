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

describe('activity feed', () => {
  it('puts a new activity in front', () => {
    const feed = createActivityFeed();
    feed.add(anActivity('a'));
    feed.add(anActivity('b'));
    expect(ids(feed)).toEqual(['b', 'a']);
  });

  it('is limited to 20 by default', () => {
    const feed = createActivityFeed();
    for (let index = 0; index < 25; index += 1) feed.add(anActivity(String(index)));
    expect(FEED_MAXIMUM).toBe(20);
    expect(ids(feed)).toHaveLength(20);
    expect(ids(feed)[0]).toBe('24');
  });

  it('is trimmed when the maximum is lowered, and stays trimmed when it is raised', () => {
    const feed = createActivityFeed();
    feed.replace(list('a', 'b', 'c'));
    feed.setMaximum(2);
    expect(ids(feed)).toEqual(['a', 'b']);
    feed.setMaximum(5);
    expect(ids(feed)).toEqual(['a', 'b']);
  });

  it('can be replaced within the maximum, and cleared', () => {
    const feed = createActivityFeed(2);
    feed.add(anActivity('old'));
    feed.replace(list('a', 'b', 'c'));
    expect(ids(feed)).toEqual(['a', 'b']);
    feed.clear();
    expect(ids(feed)).toEqual([]);
  });

  it('shows an activity once, however often it arrives', () => {
    const feed = createActivityFeed();
    feed.replace(list('a', 'b'));
    feed.add(anActivity('b'));
    expect(ids(feed)).toEqual(['a', 'b']);
  });

  it('notifies its listeners', () => {
    const feed = createActivityFeed();
    const seen: number[] = [];
    const stop = feed.subscribe(() => seen.push(feed.get().activities.length));
    feed.add(anActivity('a'));
    stop();
    feed.add(anActivity('b'));
    expect(seen).toEqual([1]);
  });
});

describe('recent activities loaded while new ones are pushed', () => {
  it('keep pushed activities before an older response', async () => {
    const feed = createActivityFeed();
    feed.add(anActivity('gone'));
    await feed.refill(async () => {
      feed.add(anActivity('c'));
      feed.add(anActivity('d'));
      feed.add(anActivity('e'));
      return list('c', 'b', 'a');
    });
    expect(ids(feed)).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('keep the list when the request fails', async () => {
    const feed = createActivityFeed();
    feed.add(anActivity('a'));
    await expect(feed.refill(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(ids(feed)).toEqual(['a']);
  });

  it('ignore a response that arrives after the list was cleared', async () => {
    const feed = createActivityFeed();
    await feed.refill(async () => {
      feed.clear();
      return list('a');
    });
    expect(ids(feed)).toEqual([]);
  });
});
