import Ellipsis from 'lucide-react/icons/ellipsis'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { personName, rolesText } from '../frame/personName.ts'
import { useWaiting } from '../frame/useWaiting.ts'
import type { Confirmation, StaffMember } from './staffMember.ts'

export type PersonAction = 'roles' | 'disable' | 'reset' | 'endSessions' | 'resend' | 'revoke'

type PeopleTableProps = {
  people: readonly StaffMember[]
  /** Changes that wait for a second person. */
  pending: readonly Confirmation[]
  onAct: (action: PersonAction, member: StaffMember) => void
}

const kinds: Record<StaffMember['state'], StatusKind> = { active: 'accepted-filled', invited: 'customer', disabled: 'stopped' }
const actionsOf: Record<StaffMember['state'], readonly PersonAction[]> = {
  active: ['roles', 'endSessions', 'reset', 'disable'],
  invited: ['resend', 'revoke'],
  disabled: ['reset'],
}
const labels = {
  roles: 'people.roles.change',
  reset: 'people.reset',
  disable: 'people.disable',
  endSessions: 'people.endSessions',
  resend: 'people.resend',
  revoke: 'people.revoke',
} as const

const twoPersonCalls = { roles: 'staffRolesChange', disable: 'staffDisable', reset: 'staffAccessReset' } as const

/** The members of staff, with what waits for a second person beside their roles. */
export function PeopleTable({ people, pending, onAct }: PeopleTableProps) {
  const head = (
    <>
      <HeadCell width="30%">{t('people.column.person')}</HeadCell>
      <HeadCell>{t('people.roles')}</HeadCell>
      <HeadCell width="8.75rem">{t('shell.heading.state')}</HeadCell>
      <HeadCell width="19%">{t('people.column.last')}</HeadCell>
      <HeadCell width="4.75rem">
        <span className="sr-only">{t('shell.verbs')}</span>
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('console.section.people')} head={head}>
      {people.map((member) => (
        <Row key={member.id} member={member} waits={pending.filter(({ entityId }) => entityId === member.id)} onAct={onAct} />
      ))}
    </Table>
  )
}

type RowProps = { member: StaffMember; waits: readonly Confirmation[]; onAct: PeopleTableProps['onAct'] }

function Row({ member, waits, onAct }: RowProps) {
  const waiting = useWaiting()
  const name = personName(member)
  const { state, self, activeAt, openSessions } = member
  const offered = actionsOf[state].filter((action) => !(self && action !== 'roles') && (action !== 'endSessions' || openSessions > 0))
  return (
    <TableRow faded={state === 'disabled'}>
      <Cell card="title" detail={name === member.email ? undefined : <span className="wrap-anywhere">{member.email}</span>}>
        <b className="font-strong wrap-anywhere">{name}</b>
        {self && <span className="font-normal text-ink-3"> ({t('people.you')})</span>}
      </Cell>
      <Cell card="foot" detail={waits[0] && waitText(waits[0])}>
        {rolesText(member.roles)}
      </Cell>
      <Cell card="state">
        <StatusBadge kind={kinds[state]} label={t(`people.state.${state}`)} detail={stateDetail(member)} />
      </Cell>
      <Cell card="net" detail={openSessions > 0 ? t('people.sessions', { count: openSessions }) : undefined}>
        <OnPhone label={t('people.column.last')} /> {activeAt === null ? t('people.never') : nearTime(activeAt)}
      </Cell>
      <Cell card="amount" className="text-right">
        {offered.length > 0 && (
          <Menu
            label={t('shell.verbs')}
            triggerLabel={t('people.actionsOf', { name })}
            trigger={<Ellipsis aria-hidden />}
            items={offered.map((action) => ({
              key: action,
              label: t(labels[action]),
              danger: action === 'disable' || action === 'revoke',
              disabledReason:
                action in twoPersonCalls ? waiting(twoPersonCalls[action as keyof typeof twoPersonCalls], { staffId: member.id }) : null, // just looked up
              onSelect: () => onAct(action, member),
            }))}
          />
        )}
      </Cell>
    </TableRow>
  )
}

/** What waits for a second person: the new roles, or the call in words. */
function waitText({ action, after, requestedBy: { name } }: Confirmation): string {
  const roles = typeof after === 'object' && after !== null && 'roles' in after && Array.isArray(after.roles) ? after.roles : []
  return t('people.waits', { change: rolesText(roles) || action, name })
}

function stateDetail({ state, linkExpiresAt, disabledAt }: StaffMember): string | undefined {
  if (state === 'disabled' && disabledAt !== null) return nearTime(disabledAt)
  if (linkExpiresAt !== null) return t('people.linkUntil', { until: nearTime(linkExpiresAt) })
  return state === 'invited' ? t('people.linkOver') : undefined
}
