import { useQuery } from '@tanstack/react-query'
import { staffConfirmationList } from '#contract/provider/confirmations'
import { staffList } from '#contract/provider/staff'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { OnPhone } from '../frame/OnPhone.tsx'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { personName } from '../frame/personName.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { ConfirmationCard } from './ConfirmationCard.tsx'
import type { Confirmation } from './staffMember.ts'

/** Changes that wait for a second person, both values side by side; below, those that were decided. */
export function ConfirmationsPage() {
  const read = useQuery(consoleQuery(staffConfirmationList))
  const pending = read.data?.pending
  const { may } = useStaff()
  const people = useQuery({ ...consoleQuery(staffList), enabled: may('staffList') })
  const personOf = ({ entityId }: Confirmation): string | null => {
    const member = people.data?.results.find(({ id }) => id === entityId)
    return member ? personName(member) : null
  }
  return (
    <ConsolePage
      title={t('people.confirmations.title')}
      lead={pending && pending.length > 0 && t('people.confirmations.count', { count: pending.length })}
    >
      <SectionTabs section="people" counts={{ '/console/confirmations': pending?.length }} />
      <ReadState read={read}>
        {({ pending: waiting, decided }) => (
          <>
            <div className="grid max-w-[840px] grid-cols-[minmax(0,1fr)] gap-4 pb-6">
              {waiting.length === 0 && <p className="text-ink-2">{t('people.confirmations.none')}</p>}
              {waiting.map((confirmation) => (
                <ConfirmationCard key={confirmation.id} confirmation={confirmation} person={personOf(confirmation)} />
              ))}
            </div>
            {decided.length > 0 && <Decided confirmations={decided} />}
          </>
        )}
      </ReadState>
    </ConsolePage>
  )
}

const kinds: Record<Confirmation['state'], StatusKind> = {
  pending: 'merchant',
  confirmed: 'accepted-outlined',
  declined: 'rejected',
  withdrawn: 'stopped',
  expired: 'stopped',
  stale: 'stopped',
}

function Decided({ confirmations }: { confirmations: readonly Confirmation[] }) {
  const head = (
    <>
      <HeadCell width="34%">{t('people.confirmations.what')}</HeadCell>
      <HeadCell>{t('people.confirmations.asked')}</HeadCell>
      <HeadCell width="34%">{t('people.confirmations.outcome')}</HeadCell>
    </>
  )
  return (
    <>
      <h2 className="pt-2 pb-3 text-title-sm font-strong">{t('people.confirmations.decided')}</h2>
      <Table fixed caption={t('people.confirmations.decided')} head={head}>
        {confirmations.map(({ id, action, account, requestedBy, requestedAt, state, decidedBy, decidedAt, reason }) => (
          <TableRow key={id}>
            <Cell card="title" detail={account?.name}>
              {action}
            </Cell>
            <Cell card="foot" detail={nearTime(requestedAt)}>
              <OnPhone label={t('people.confirmations.asked')} /> {requestedBy.name}
            </Cell>
            <Cell card="state">
              <StatusBadge
                kind={kinds[state]}
                label={
                  decidedBy
                    ? t('people.confirmations.by', { state: t(`people.confirmation.${state}`), name: decidedBy.name })
                    : t(`people.confirmation.${state}`)
                }
                detail={reason ?? (decidedAt === null ? undefined : nearTime(decidedAt))}
              />
            </Cell>
          </TableRow>
        ))}
      </Table>
    </>
  )
}
