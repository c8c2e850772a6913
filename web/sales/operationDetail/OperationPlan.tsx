import type { Operation } from '#contract/sales/operations'
import { cents, formatAmount } from '#domain/platform/money'
import { date, money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { StatusGlyph, type StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { productText } from '../operationStatus/operationText.ts'
import { PlanBar } from './PlanBar.tsx'
import { SectionTitle } from './SectionTitle.tsx'

const glyphs: Partial<Record<Operation['instalments'][number]['state'], StatusKind>> = {
  paid: 'accepted-filled',
  overdue: 'merchant',
  refunded: 'accepted-paused',
  cancelled: 'stopped',
}

/** The customer's instalments with their dates; when a refund changed one, its amount before and after. */
export function OperationPlan({ operation }: { operation: Operation }) {
  const { instalments } = operation
  // Only a live plan is collected, so others have no next instalment.
  const next = operation.substatus === 'payment_process' ? instalments.find(({ state }) => state === 'pending')?.number : undefined
  const owed = instalments.reduce((sum, one) => sum + (one.state === 'pending' || one.state === 'overdue' ? one.amount : 0), 0)
  const note = t('operations.plan.terms', { plan: productText(operation), tin: percent(operation.tin), tae: percent(operation.tae) })
  return (
    <section aria-labelledby="operation-plan">
      <SectionTitle id="operation-plan" note={note}>
        {t('operations.plan.title')}
      </SectionTitle>
      {instalments.length === 0 ? (
        <p className="text-md text-ink-2">
          {t(operation.category === 'stopped' || operation.category === 'rejected' ? 'operations.plan.never' : 'operations.plan.none')}
        </p>
      ) : (
        <>
          <PlanBar instalments={instalments} next={next} downpayment={operation.downpaymentAmount} />
          <Table
            bleed={false}
            cards={false}
            dense
            caption={t('operations.plan.title')}
            head={
              <>
                <HeadCell width="12%">{t('operations.plan.number')}</HeadCell>
                <HeadCell>{t('operations.plan.date')}</HeadCell>
                <HeadCell>{t('operations.plan.state')}</HeadCell>
                <HeadCell numeric>{t('operations.column.amount')}</HeadCell>
              </>
            }
          >
            {operation.downpaymentAmount > 0 && (
              <TableRow>
                <Cell className="text-ink-3">{t('operations.plan.first')}</Cell>
                <Cell>{operation.confirmed ? date(operation.confirmed) : '—'}</Cell>
                <Cell>{t('operations.plan.downpayment')}</Cell>
                <Cell numeric>
                  <Money cents={operation.downpaymentAmount} />
                </Cell>
              </TableRow>
            )}
            {instalments.map((one) => {
              const glyph = one.number === next ? 'upcoming' : glyphs[one.state]
              return (
                <TableRow key={one.number} faded={one.state === 'cancelled'}>
                  <Cell className="text-ink-3">{one.number}</Cell>
                  <Cell>{date(one.dueOn)}</Cell>
                  <Cell>
                    <span
                      className={`inline-flex items-center gap-2 ${one.state === 'pending' && one.number !== next ? 'text-ink-3' : ''}`}
                    >
                      <span className="inline-grid size-4.25">{glyph && <StatusGlyph kind={glyph} />}</span>
                      {t(one.number === next ? 'operations.plan.next' : `operations.plan.${one.state}`)}
                    </span>
                  </Cell>
                  <Cell numeric>
                    {one.originalAmount !== one.amount && (
                      <s className="mr-2 text-sm text-ink-3 max-md:mr-0 max-md:block">
                        <span className="sr-only">{t('operations.plan.before')} </span>
                        {formatAmount(cents(one.originalAmount))}
                      </s>
                    )}
                    <Money cents={one.amount} />
                  </Cell>
                </TableRow>
              )
            })}
          </Table>
          <p className="pt-3 text-md text-ink-2">
            {owed > 0 ? t('operations.plan.owed', { amount: money(owed) }) : t('operations.plan.owedNothing')}
          </p>
        </>
      )}
    </section>
  )
}
