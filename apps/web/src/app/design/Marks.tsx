import { DICTATION_STATUSES } from '@portal/domain/dictation';
import { MESSAGE_STATUSES } from '@portal/domain/message-status';
import { ORDER_STATUSES } from '@portal/domain/order-status';
import { COMPLIANCE_COLORS } from '@portal/domain/pill-count';
import { PRIORITIES } from '@portal/domain/priority';
import { ROLE_NAMES } from '@portal/domain/roles';
import { DictationStatusChip } from '#features/dictations/lists/DictationStatusChip.tsx';
import { MessageStatusChip } from '#features/messages/MessageStatusChip.tsx';
import { OrderStatusChip, StatBadge } from '#features/orders/OrderMarks.tsx';
import { CountBadge } from '#ui/CountBadge.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { Section } from '#ui/Section.tsx';
import { ActiveChip, DeceasedChip, PriorityMark, StatusChip } from '#ui/StatusChip.tsx';
import { Example, Row } from './Example.tsx';

/** States, priorities, roles and counts. Color is never the only difference. */
export function Marks() {
  return (
    <Section title="Marks">
      <Example title="Orders">
        <Row>
          {ORDER_STATUSES.map((status) => (
            <OrderStatusChip key={status} status={status} />
          ))}
        </Row>
      </Example>
      <Example title="Dictations">
        <Row>
          {DICTATION_STATUSES.map((status) => (
            <DictationStatusChip key={status} status={status} />
          ))}
        </Row>
      </Example>
      <Example title="Messages">
        <Row>
          {MESSAGE_STATUSES.map((status) => (
            <MessageStatusChip key={status} status={status} />
          ))}
        </Row>
      </Example>
      <Example title="Pill counts">
        <Row>
          {Object.entries(COMPLIANCE_COLORS).map(([status, color]) => (
            <StatusChip key={status} label={status} color={color} />
          ))}
        </Row>
      </Example>
      <Example title="Priorities">
        <Row>
          <StatBadge />
          {PRIORITIES.map((priority) => (
            <span key={priority}>
              <PriorityMark priority={priority} />
            </span>
          ))}
        </Row>
      </Example>
      <Example title="Roles">
        <RoleChips roles={ROLE_NAMES} />
      </Example>
      <Example title="Records and counts">
        <Row>
          <ActiveChip active />
          <ActiveChip active={false} />
          <DeceasedChip patient={{ isDeceased: true, dateOfDeath: '2026-03-02' }} />
          <CountBadge count={3} text="awaiting your signature" />
          <CountBadge count={120} text="awaiting your signature" />
        </Row>
      </Example>
    </Section>
  );
}
