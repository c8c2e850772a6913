import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ConsoleAccountDetail, ConsolePerson } from '#contract/provider/merchants'
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
import { useStaff } from '../frame/useStaff.ts'
import type { AccountAct } from './AccountDialogs.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

const kinds: Record<ConsolePerson['status'], StatusKind> = {
  invited: 'customer',
  active: 'accepted-filled',
  disabled: 'stopped',
  expired: 'stopped',
}

type PeopleSectionProps = { account: ConsoleAccountDetail; onAct: (act: AccountAct) => void }

/** The people of an account: role, second factor, sessions, and what staff may do for them. */
export function PeopleSection({ account: { people }, onAct }: PeopleSectionProps) {
  const head = (
    <>
      <HeadCell width="34%">{t('people.column.person')}</HeadCell>
      <HeadCell width="20%">{t('consoleMerchants.role')}</HeadCell>
      <HeadCell>{t('consoleMerchants.factor')}</HeadCell>
      <HeadCell width="20%">{t('people.column.last')}</HeadCell>
      <HeadCell width="3.5rem">
        <span className="sr-only">{t('shell.verbs')}</span>
      </HeadCell>
    </>
  )
  return (
    <FormSection title={t('consoleMerchants.people')}>
      <Table fixed bleed={false} caption={t('consoleMerchants.people')} head={head}>
        {people.map((person) => (
          <Row key={person.id} person={person} onAct={onAct} />
        ))}
      </Table>
    </FormSection>
  )
}

function Row({ person, onAct }: { person: ConsolePerson; onAct: PeopleSectionProps['onAct'] }) {
  const { name, email, role, preset, status, secondFactorSince, lastSignIn, sessions } = person
  const { may } = useStaff()
  const isInvited = status === 'invited' || (status === 'expired' && lastSignIn === null)
  const offered = [
    ...(isInvited && may('consoleInvitationResend') ? (['resend'] as const) : []),
    ...(isInvited && may('consoleInvitationWithdraw') ? (['withdraw'] as const) : []),
    ...(secondFactorSince !== null && may('consoleFactorReset') ? (['resetFactor'] as const) : []),
    ...(sessions > 0 && may('consoleSessionsEnd') ? (['endSessions'] as const) : []),
  ]
  return (
    <TableRow faded={status === 'disabled'}>
      <Cell card="title" detail={name === '' ? undefined : <span className="wrap-anywhere">{email}</span>}>
        <b className="font-strong wrap-anywhere">{name === '' ? email : name}</b>
      </Cell>
      <Cell card="state">
        <StatusBadge
          kind={kinds[status]}
          label={t(`shell.role.${preset ?? role}`)}
          detail={status === 'active' ? undefined : t(`team.status.${status}`)}
        />
      </Cell>
      <Cell card="foot">
        <OnPhone label={t('consoleMerchants.factor')} />{' '}
        {secondFactorSince === null ? (
          <span className="text-ink-3">{t('consoleMerchants.factor.none')}</span>
        ) : (
          t('consoleMerchants.factor.since', { date: nearTime(secondFactorSince) })
        )}
      </Cell>
      <Cell card="net" detail={sessions > 0 ? t('people.sessions', { count: sessions }) : undefined}>
        <OnPhone label={t('people.column.last')} /> {lastSignIn === null ? t('people.never') : nearTime(lastSignIn)}
      </Cell>
      <Cell card="amount" className="text-right">
        {offered.length > 0 && (
          <Menu
            label={t('shell.verbs')}
            triggerLabel={t('people.actionsOf', { name: name === '' ? email : name })}
            trigger={<Ellipsis aria-hidden />}
            items={offered.map((kind) => ({ key: kind, label: t(`consoleMerchants.${kind}`), onSelect: () => onAct({ kind, person }) }))}
          />
        )}
      </Cell>
    </TableRow>
  )
}
