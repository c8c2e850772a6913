import { joinTexts } from '#domain/platform/direction'
import { useMemo, useState, type ReactNode } from 'react'
import type { SettlementRow } from '#contract/money/settlements'
import { madridDay } from '#domain/platform/dates'
import { t } from '../../platform/i18n/t.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { BankFileSummary } from './BankFileSummary.tsx'
import { BankMatchRow } from './BankMatchRow.tsx'
import { ClaimModal } from '../settlements/ClaimModal.tsx'
import { explainedCredits, claimableOf, confirmableOf, type BankResult, type Claimable } from './bankResult.ts'
import { UnknownCredits } from './UnknownCredits.tsx'
import { useCollected } from '../settlements/useCollected.ts'

type BankMatchesProps = {
  result: BankResult
  onRows: (rows: readonly SettlementRow[]) => void
  /** Button to remap a spreadsheet's columns; null for formats that define them. */
  columnsButton: ReactNode
}

const counted = ['collected', 'different', 'missing', 'open'] as const

/** `2 cobradas · 1 no aparece`; zero counts are omitted. */
function countsOf(matches: BankResult['matches']): string {
  const counts = counted.map((result) => ({ found: result, count: matches.filter((match) => match.found === result).length }))
  const some = counts.filter(({ count }) => count > 0)
  return joinTexts(
    (some.length > 0 ? some : counts.slice(0, 1)).map(({ found: result, count }) => t(`settlements.bank.count.${result}`, { count })),
  )
}

/** The match of each settlement, exceptions first; exact matches are confirmed one by one or all at once. */
export function BankMatches({ result, onRows, columnsButton }: BankMatchesProps) {
  const { merchantId, sandbox, may } = useMerchant()
  const [claiming, setClaiming] = useState<Claimable | null>(null)
  const now = useNow()
  const { busy, confirm, undo } = useCollected(merchantId)
  const { matches, unknown } = result
  const guesses = useMemo(() => explainedCredits({ matches, unknown }), [matches, unknown])
  const open = confirmableOf(matches, madridDay(now))
  const applyRows = (answer: Promise<SettlementRow[] | null>) => void answer.then((rows) => rows && onRows(rows))
  return (
    <section aria-labelledby="bank-result" className="pt-7">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="bank-result" className="text-title-sm leading-snug font-strong">
          {countsOf(matches)}
        </h2>
        {open.length > 0 && (
          <Button
            variant="filled"
            size="small"
            busy={busy}
            busyLabel={t('shell.saving')}
            className="ml-auto max-md:ml-0"
            onClick={() => applyRows(confirm(open))}
          >
            {t('settlements.bank.confirmAll', { count: open.length })}
          </Button>
        )}
      </div>
      <BankFileSummary result={result} remembers={open.length > 0} columnsButton={columnsButton} />
      {matches.length === 0 ? (
        <p className="text-md text-ink-2">{t('settlements.bank.nothing')}</p>
      ) : (
        <Table
          fixed
          caption={t('settlements.bank.table')}
          head={
            <>
              <HeadCell from="lg" width="8rem">
                {t('settlements.column.value')}
              </HeadCell>
              <HeadCell width="10rem">{t('shell.heading.reference')}</HeadCell>
              <HeadCell>{t('shell.heading.state')}</HeadCell>
              <HeadCell>{t('settlements.bank.line')}</HeadCell>
              <HeadCell numeric width="8rem">
                {t('settlements.column.net')}
              </HeadCell>
              <HeadCell width="8rem">
                <span className="sr-only">{t('settlements.bank.confirmation')}</span>
              </HeadCell>
            </>
          }
        >
          {matches.map((match) => {
            const claimable = !sandbox && may('settlementClaimOpen') ? claimableOf(match, guesses, madridDay(now)) : null
            return (
              <BankMatchRow
                key={match.payment.id}
                match={match}
                busy={busy}
                confirmable={open.find(({ id }) => id === match.payment.row.id)}
                onConfirm={(one) => applyRows(confirm([one]))}
                onUndo={(id) => applyRows(undo(id))}
                onClaim={claimable === null ? undefined : () => setClaiming(claimable)}
              />
            )
          })}
        </Table>
      )}
      <UnknownCredits credits={guesses} />
      {claiming && <ClaimModal {...claiming} onClose={() => setClaiming(null)} />}
    </section>
  )
}
