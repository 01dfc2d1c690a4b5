import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { changedTopic, pushedActivity } from '#lib/live/live.ts';
import { EditedRecordNews } from './EditedRecordNews.tsx';

const activity = (entityId: string | null, isOwn = false) => ({
  id: '88888888-8888-4888-8888-888888888888',
  description: 'An office was changed',
  timestamp: '2026-11-27T15:00:00.000Z',
  color: 'primary' as const,
  icon: 'Business' as const,
  entityType: 'Office',
  entityId,
  isOwn,
});
const said = () => screen.queryByRole('alert')?.textContent ?? null;

describe('news for open forms', () => {
  it.each([
    ['the record', 'a', 'a', true],
    ['another record', 'a', 'b', false],
    ['no single record', 'a', null, false],
    ['one of several records', ['a', 'b'], 'b', true],
    ['none of several records', ['a', 'b'], 'c', false],
  ])('follow activities about %s', (_about, id, entityId, isShown) => {
    render(<EditedRecordNews id={id} />);
    act(() => pushedActivity.emit(activity(entityId)));
    expect(said()).toBe(
      isShown ? 'While you were editing: An office was changed. What you entered is still here.' : null,
    );
  });

  it('leave out what the user did', () => {
    render(<EditedRecordNews id="a" />);
    act(() => pushedActivity.emit(activity('a', true)));
    expect(said()).toBeNull();
  });

  it('follow the topic of records without activities', () => {
    render(<EditedRecordNews id={{ topic: 'schedule a', text: 'This schedule was changed' }} />);
    act(() => changedTopic.emit('schedule b'));
    expect(said()).toBeNull();
    act(() => changedTopic.emit('schedule a'));
    expect(said()).toBe('While you were editing: This schedule was changed. What you entered is still here.');
  });

  it('name no input above a question', () => {
    render(<EditedRecordNews id="a" isQuestion />);
    act(() => pushedActivity.emit(activity('a')));
    expect(said()).toBe('While this question was open: An office was changed.');
  });
});
