import type { PhoneMessage } from '@portal/contract/messages';
import { isFinal, formatWaitingTime, isOverdue } from '@portal/domain/message-status';

interface CallTimeProps {
  readonly message: Pick<PhoneMessage, 'callDateTime' | 'priority' | 'status'>;
  /** The call time as it is shown. */
  readonly text: string;
  readonly now: Date;
}

/** The call time and, for open messages, how long the caller has been waiting. */
export function CallTime({ message, text, now }: CallTimeProps) {
  return (
    <div className="list-nowrap">
      <time dateTime={message.callDateTime}>{text}</time>
      {isFinal(message.status) ? null : <Waiting message={message} now={now} />}
    </div>
  );
}

/** "Waiting 3 h 20 min", or "Overdue 3 h 20 min" if that is too long for the priority. */
export function Waiting({ message, now }: Omit<CallTimeProps, 'text'>) {
  const { callDateTime, priority } = message;
  const isLong = isOverdue(priority, callDateTime, now);
  return (
    <div className={`list-caption${isLong ? ' list-overdue' : ''}`}>
      {isLong ? 'Overdue ' : 'Waiting '}
      {formatWaitingTime(callDateTime, now)}
    </div>
  );
}
