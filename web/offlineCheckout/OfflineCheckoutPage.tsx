import './till.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { checkoutOfflineList } from '#contract/offlineCheckout'
import { query } from '../api/query.ts'
import { t } from '../i18n/t.ts'
import { FailureCard } from '../operation/FailureCard.tsx'
import { configurationRead } from '../operation/operationReads.ts'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import { go } from '../shell/go.ts'
import type { LoaderContext, Screen } from '../shell/screen.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useScreenSize } from '../ui/screenSize.ts'
import { CounterPad } from './CounterPad.tsx'
import { Dock } from './Dock.tsx'
import { useDock } from './useDock.ts'
import { useOfflineAddress } from './useOfflineAddress.ts'
import { type MadeLink, useSale } from './useSale.ts'

// The till needs none of them until something was pressed.
const OfflineForm = lazy(async () => ({ default: (await import('./OfflineForm.tsx')).OfflineForm }))
const LinkView = lazy(async () => ({ default: (await import('./LinkView.tsx')).LinkView }))
const SimulatorModal = lazy(async () => ({ default: (await import('../simulator/SimulatorModal.tsx')).SimulatorModal }))

/** Starts the read of the shop's terms before the page is drawn. */
function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(configurationRead(params['merchantId'] ?? ''))
}

/** A sale that the shop starts: at the till with one press, or with all its data; then the link until its end (specification §2). */
function OfflineCheckout() {
  const { merchantId, mode, may } = useShop()
  const { isLg } = useScreenSize()
  const { view, order, operation, replaces } = useOfflineAddress()
  const counter = may('checkoutOfflineCreate') && (view === null ? !isLg : view === 'counter')
  const scope = `${merchantId}:${mode}`
  return (
    <Suspense fallback={null}>
      {operation !== null && order === null ? (
        <OfOperation operationId={operation} />
      ) : counter ? (
        <Counter key={scope} />
      ) : order !== null ? (
        <LinkView key={`${scope}:${order}`} orderUuid={order} counter={false} />
      ) : (
        <WholeForm key={`${scope}:${replaces ?? ''}`} />
      )}
    </Suspense>
  )
}

/** The till and, once it is made, its link; those who are at it on their own phone wait above. */
function Counter() {
  const { order, replaces, hrefOf } = useOfflineAddress()
  const links = useDock(order)
  return (
    <div className="till">
      <Dock links={links} hrefOf={(id) => hrefOf({ order: id })} keepRoom={order === null} />
      {order === null ? <Pad key={replaces ?? ''} /> : <LinkView key={order} orderUuid={order} counter />}
    </div>
  )
}

/** A sale of this address: what the address fills in is taken over once and leaves it. */
function useAddressedSale() {
  const { replaces, filled, hrefOf } = useOfflineAddress()
  const sale = useSale({
    replaces,
    onMade: ({ orderUuid }: MadeLink) => go(hrefOf({ order: orderUuid }), { replace: replaces !== null }),
  })
  const { amount, product, numInstalments } = filled
  const asked = (amount !== undefined || product !== undefined) && !sale.filling
  useEffect(() => {
    if (!asked) return
    sale.change({
      ...(amount !== undefined && { amount, byLines: false }),
      product: product ?? null,
      numInstalments: numInstalments ?? null,
    })
    go(hrefOf({ replaces }), { replace: true, keepScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address that fills something in
  }, [asked, amount, product, numInstalments])
  return sale
}

function Simulator({ amount }: { amount: number | null }) {
  const { dialog, replaces, hrefOf } = useOfflineAddress()
  if (dialog !== 'simulator') return null
  return (
    <Suspense fallback={null}>
      <SimulatorModal amount={amount} onClose={() => go(hrefOf({ replaces }), { replace: true, keepScroll: true })} />
    </Suspense>
  )
}

function Pad() {
  const { replaces, hrefOf } = useOfflineAddress()
  const sale = useAddressedSale()
  return (
    <>
      <CounterPad sale={sale} replaces={replaces} {...(replaces !== null && { onNext: () => go(hrefOf({ order: replaces })) })} />
      <Simulator amount={sale.amount} />
    </>
  )
}

function WholeForm() {
  const { replaces } = useOfflineAddress()
  const sale = useAddressedSale()
  return (
    <>
      <OfflineForm sale={sale} replaces={replaces} />
      <Simulator amount={sale.amount} />
    </>
  )
}

/** The link of an operation, looked for among those of the last days. */
function OfOperation({ operationId }: { operationId: string }) {
  const { merchantId, flag } = useShop()
  const { hrefOf, dialog } = useOfflineAddress()
  const { data, isError, error, refetch, isFetching } = useQuery(query(checkoutOfflineList, { params: { merchantId } }))
  const found = data?.results.find((link) => link.operationId === operationId)
  useEffect(() => {
    if (found) go(hrefOf({ order: found.id, dialog }), { replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once it is found
  }, [found])
  if (isError)
    return <FailureCard title={t('offlineCheckout.failed.link')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data || found) return null
  return (
    <EmptyState
      title={t('offlineCheckout.link.gone')}
      actions={<Button href={paths.operation(merchantId, operationId, flag)}>{t('offlineCheckout.verbs.operation')}</Button>}
    >
      {t('offlineCheckout.link.goneDetail')}
    </EmptyState>
  )
}

export const OfflineCheckoutPage: Screen = { component: OfflineCheckout, loader }
