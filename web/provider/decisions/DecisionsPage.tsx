import { useQuery } from '@tanstack/react-query'
import { consoleDecisionList, type WaitingDecision } from '#contract/provider/decisions'
import { money, nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { RowLink } from '../../platform/ui/tables/RowLink.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { OnPhone } from '../frame/OnPhone.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'
import { endText, ruleText, statusKinds } from './decisionText.ts'

/** The live decisions that wait for a person or the engine, the earliest deadline first; below, the last ones that waited. */
export function DecisionsPage() {
  const read = useQuery(consoleQuery(consoleDecisionList))
  const waiting = read.data?.waiting
  return (
    <ConsolePage
      title={t('decisions.title')}
      lead={waiting && waiting.length > 0 && t('decisions.count', { count: waiting.length })}
      about={t('decisions.about')}
    >
      <SectionTabs section="operations" counts={{ '/console/decisions': waiting?.length }} />
      <ReadState read={read}>
        {({ waiting: open, closed }) => (
          <>
            {open.length === 0 ? <EmptyState title={t('decisions.none')} /> : <WaitingTable decisions={open} />}
            {closed.length > 0 && (
              <>
                <h2 className="pt-6 pb-3 text-title-sm font-strong">{t('decisions.closed')}</h2>
                <ClosedTable decisions={closed} />
              </>
            )}
          </>
        )}
      </ReadState>
    </ConsolePage>
  )
}

type TableProps = { decisions: readonly WaitingDecision[] }

function WaitingTable({ decisions }: TableProps) {
  const head = (
    <>
      <HeadCell>{t('decisions.column.what')}</HeadCell>
      <HeadCell width="30%">{t('shell.heading.state')}</HeadCell>
      <HeadCell width="20%">{t('decisions.column.until')}</HeadCell>
      <HeadCell numeric width="16%">
        {t('decisions.column.amount')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('decisions.title')} head={head}>
      {decisions.map((one) => (
        <TableRow key={one.id}>
          <What decision={one} />
          <Cell card="state">
            <StatusBadge
              kind={one.kind === 'review' ? 'merchant' : 'customer'}
              label={t(`decisions.kind.${one.kind}`)}
              detail={t('decisions.since', { at: nearTime(one.since) })}
            />
          </Cell>
          <Cell card="foot">
            <OnPhone label={t('decisions.column.until')} /> {nearTime(one.until)}
          </Cell>
          <Amount decision={one} />
        </TableRow>
      ))}
    </Table>
  )
}

function ClosedTable({ decisions }: TableProps) {
  const head = (
    <>
      <HeadCell>{t('decisions.column.what')}</HeadCell>
      <HeadCell width="50%">{t('decisions.column.outcome')}</HeadCell>
      <HeadCell numeric width="16%">
        {t('decisions.column.amount')}
      </HeadCell>
    </>
  )
  return (
    <Table fixed caption={t('decisions.closed')} head={head}>
      {decisions.map((one) => (
        <TableRow key={one.id} faded={one.verdict === null}>
          <What decision={one} />
          <Cell card="state">
            <StatusBadge kind={statusKinds[one.verdict ?? 'ended']} label={endText(one)} detail={one.closedAt && nearTime(one.closedAt)} />
          </Cell>
          <Amount decision={one} />
        </TableRow>
      ))}
    </Table>
  )
}

const What = ({ decision: { id, merchant, product, rule } }: { decision: WaitingDecision }) => (
  <Cell card="title" detail={`${t(`operations.product.${product}`)} · ${ruleText(rule)}`}>
    <RowLink href={`/console/decisions/${id}`}>{merchant.name}</RowLink>
  </Cell>
)

const Amount = ({ decision: { amount } }: { decision: WaitingDecision }) => (
  <Cell card="amount" numeric strong>
    {money(amount)}
  </Cell>
)
