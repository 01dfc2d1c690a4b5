import type { User } from '@portal/contract/users';
import { formatDateUs } from '@portal/domain/date';
import { DetailList } from '#ui/DetailList.tsx';
import { Moment } from '#ui/Moment.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { Section } from '#ui/Section.tsx';

/** The user's account data; only administrators can change it. */
export function IdentitySection({ user }: { readonly user: User }) {
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <Section title="Account">
      <DetailList
        items={[
          { label: 'Name', value: user.title === null ? name : `${name}, ${user.title}` },
          { label: 'Username', value: user.username },
          { label: 'Email', value: user.email },
          { label: 'Office', value: user.office?.name },
          { label: 'Employee ID', value: user.employeeId },
          ...(user.npi === null ? [] : [{ label: 'NPI', value: user.npi }]),
          { label: 'Hire date', value: formatDateUs(user.hireDate) },
          {
            label: 'Last sign-in',
            value: user.lastLoginDate === null ? 'Never' : <Moment at={user.lastLoginDate} />,
          },
          {
            label: 'Roles',
            value: user.roles.length === 0 ? 'No roles assigned' : <RoleChips roles={user.roles} />,
          },
        ]}
      />
    </Section>
  );
}
