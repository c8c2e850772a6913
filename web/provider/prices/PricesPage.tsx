import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { consolePriceList, consolePriceListWithdraw, type ListVersionView } from '#contract/provider/prices'
import { products, type Product } from '#domain/sales/operations/states'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { useWaiting } from '../frame/useWaiting.ts'
import { HistoryTable, type Version } from './HistoryTable.tsx'
import { PayoutSection } from './PayoutSection.tsx'
import { TermsTable, type TermsColumn } from './TermsTable.tsx'
import { changedFields } from './termsText.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** The price list: what is in force, what is coming, and its history. */
export function PricesPage() {
  const staff = useStaff()
  const waiting = useWaiting()
  const read = useQuery(consoleQuery(consolePriceList))
  const [withdrawing, setWithdrawing] = useState<Version | null>(null)
  const close = () => setWithdrawing(null)
  const withdraw = useConsoleWrite(consolePriceListWithdraw, { onDone: close, done: t('prices.withdraw.done') })
  return (
    <ConsolePage
      title={t('console.section.prices')}
      about={t('prices.about')}
      actions={
        staff.may('consolePriceListPropose') && (
          <Button variant="filled" icon={<Plus aria-hidden />} href="/console/prices/new">
            {t('prices.new')}
          </Button>
        )
      }
    >
      <ReadState read={read}>
        {({ versions }) => (
          <div className="grid gap-9">
            <TermsTable caption={t('prices.list')} columns={products.map((product) => columnOf(product, versions))} />
            <ListPayout versions={versions} />
            <FormSection title={t('prices.history')}>
              <HistoryTable
                versions={versions}
                onWithdraw={staff.may('consolePriceListWithdraw') ? setWithdrawing : null}
                waiting={({ id }) => waiting('consolePriceListWithdraw', { versionId: id })}
              />
            </FormSection>
          </div>
        )}
      </ReadState>
      {withdrawing && (
        <WithdrawDialog
          version={withdrawing}
          write={withdraw}
          onWithdraw={() => withdraw.send({ params: { versionId: withdrawing.id } })}
          onClose={close}
        />
      )}
    </ConsolePage>
  )
}

/** How shops are paid by the versions of the list: what is in force, and what will change first. */
export function listPayout(versions: readonly ListVersionView[]) {
  const paid = versions.flatMap(({ state, effectiveOn, payout }) => (payout ? [{ state, effectiveOn, terms: payout }] : []))
  const current = paid.find(({ state }) => state === 'in_force' || state === 'past')
  const next = paid.findLast(({ state }) => state === 'coming')
  return current ? { terms: current.terms, next: next ?? null } : null
}

function ListPayout({ versions }: { versions: readonly ListVersionView[] }) {
  const payout = listPayout(versions)
  return payout && <PayoutSection {...payout} own={null} />
}

/** A product in the versions of the list: the newest that has begun, and the first that will change it. */
export function columnOf(product: Product, versions: readonly ListVersionView[]): TermsColumn {
  const own = versions.flatMap(({ state, effectiveOn, products: listed }) =>
    listed.filter((one) => one.product === product).map(({ terms }) => ({ state, effectiveOn, terms })),
  )
  const current = own.find(({ state }) => state === 'in_force' || state === 'past')
  const next = own.findLast(({ state, terms }) => state === 'coming' && (!current || changedFields(current.terms, terms).length > 0))
  return { product, note: null, terms: current?.terms ?? null, next: next ?? null }
}
