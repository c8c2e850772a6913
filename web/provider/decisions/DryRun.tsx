import type { AnswerOf } from '#contract/platform/endpoint'
import type { consoleDecisionRulesTry } from '#contract/provider/decisions'
import { date, dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { ruleText } from './decisionText.ts'

type Run = AnswerOf<typeof consoleDecisionRulesTry>

/** What the typed thresholds would have changed: counts by outcome, and the sales themselves. */
export function DryRun({ run: { since, decisions, changes, flipped, cut } }: { run: Run }) {
  if (since === null) return <p className="pt-6 text-ink-2">{t('decisions.rules.try.none')}</p>
  const from = date(since)
  const count = changes.reduce((sum, one) => sum + one.decisions, 0)
  if (count === 0) return <p className="pt-6 text-ink-2">{t('decisions.rules.try.same', { count: decisions, since: from })}</p>
  return (
    <section className="pt-7">
      <h2 className="pb-3 text-title-sm font-strong">{t('decisions.rules.try.some', { count, all: decisions, since: from })}</h2>
      <ul className="grid gap-1.5">
        {changes.map(({ before, after, decisions: many, amountCents }) => (
          <li key={`${before} ${after}`}>
            <Turn before={before} after={after} />: {t('decisions.rules.try.decisions', { count: many })}, {money(amountCents)}
          </li>
        ))}
      </ul>
      {cut && <p className="pt-3 text-ink-2">{t('decisions.rules.try.cut')}</p>}
      <FlippedTable flipped={flipped} />
    </section>
  )
}

const Turn = ({ before, after }: Pick<Run['changes'][number], 'before' | 'after'>) => (
  <Change from={t(`decisions.verdict.${before}`)} to={t(`decisions.verdict.${after}`)} toLabel={t('decisions.rules.try.becomes')} />
)

function FlippedTable({ flipped }: Pick<Run, 'flipped'>) {
  const head = (
    <>
      <HeadCell>{t('decisions.column.what')}</HeadCell>
      <HeadCell width="46%">{t('decisions.rules.try.change')}</HeadCell>
      <HeadCell numeric width="18%">
        {t('decisions.column.amount')}
      </HeadCell>
    </>
  )
  return (
    <div className="pt-4">
      <Table fixed bleed={false} dense caption={t('decisions.rules.try.sales')} head={head}>
        {flipped.map(({ operationId, merchant, askedAt, amountCents, before, after }) => (
          <TableRow key={`${operationId} ${askedAt}`}>
            <Cell card="title" detail={dateTime(askedAt)}>
              {merchant.name}
            </Cell>
            <Cell card="state" detail={ruleText(after.rule)}>
              <Turn before={before.outcome} after={after.outcome} />
            </Cell>
            <Cell card="amount" numeric>
              {money(amountCents)}
            </Cell>
          </TableRow>
        ))}
      </Table>
    </div>
  )
}
