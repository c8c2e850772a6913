import './till.css'
import './counterPlans.css'
import { Suspense, useEffect } from 'react'
import { configurationRead } from '../operationStatus/operationReads.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { CounterPad } from './CounterPad.tsx'
import { Dock } from './link/Dock.tsx'
import { draftDelivery, codeDelivery, type OfflineDraft } from './offlineDraft.ts'
import { useDock } from './link/useDock.ts'
import { useOfflineAddress } from './useOfflineAddress.ts'
import type { CreatedLink } from './link/useLinkActions.ts'
import { useSale } from './useSale.ts'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'

// Loaded on demand: the till needs none of them at first.
const OfflineForm = lazyWithRetry(async () => (await import('./OfflineForm.tsx')).OfflineForm)
const LinkView = lazyWithRetry(async () => (await import('./link/LinkView.tsx')).LinkView)
const SimulatorModal = lazyWithRetry(async () => (await import('../simulator/SimulatorModal.tsx')).SimulatorModal)

/** Prefetches the shop's terms. */
function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(configurationRead(params['merchantId'] ?? ''))
}

/** A sale started by the shop: in counter mode or with the full form; then its link until it ends. */
function OfflineCheckout() {
  const { merchantId, mode, may } = useMerchant()
  const { isLg } = useScreenSize()
  const { view, order, replaces } = useOfflineAddress()
  const counter = may('checkoutOfflineCreate') && (view === null ? !isLg : view === 'counter')
  const scope = `${merchantId}:${mode}`
  return (
    <Suspense fallback={null}>
      {counter ? (
        <Counter key={scope} />
      ) : order !== null ? (
        <LinkView key={`${scope}:${order}`} orderUuid={order} counter={false} />
      ) : (
        <WholeForm key={`${scope}:${replaces ?? ''}`} />
      )}
    </Suspense>
  )
}

/** Counter mode and, once created, its link; the dock above lists other customers' open links. */
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

/** A sale prefilled from the URL: its parameters are applied once and then removed from it. */
function useAddressedSale(overrides: Partial<OfflineDraft>) {
  const { replaces, filled, hrefOf } = useOfflineAddress()
  const sale = useSale({
    replaces,
    overrides,
    onCreated: ({ orderUuid }: CreatedLink) => go(hrefOf({ order: orderUuid }), { replace: replaces !== null }),
  })
  const { amount, product, numInstalments, campaignId } = filled
  const hasRequestedSale = (amount !== undefined || product !== undefined) && !sale.filling
  useEffect(() => {
    if (!hasRequestedSale) return
    sale.change({
      ...(amount !== undefined && { amount, byLines: false }),
      product: product ?? null,
      numInstalments: numInstalments ?? null,
      campaignId: campaignId ?? null,
    })
    go(hrefOf({ replaces }), { replace: true, keepScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each URL with parameters
  }, [hasRequestedSale, amount, product, numInstalments, campaignId])
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
  const sale = useAddressedSale(codeDelivery)
  return (
    <>
      <CounterPad sale={sale} replaces={replaces} {...(replaces !== null && { onNext: () => go(hrefOf({ order: replaces })) })} />
      <Simulator amount={sale.amount} />
    </>
  )
}

function WholeForm() {
  const { replaces } = useOfflineAddress()
  const sale = useAddressedSale(draftDelivery)
  return (
    <>
      <OfflineForm sale={sale} replaces={replaces} />
      <Simulator amount={sale.amount} />
    </>
  )
}

export const OfflineCheckoutPage: Screen = { component: OfflineCheckout, loader }
