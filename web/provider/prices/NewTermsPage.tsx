import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type AgreedProduct, consolePriceList, consoleTerms, consoleTermsPropose, type OwnPayoutTermsView } from '#contract/provider/prices'
import type { AnswerOf } from '#contract/platform/endpoint'
import { t } from '../../platform/i18n/t.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { go } from '../frame/address.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { isWorse } from './ListEffect.tsx'
import { MerchantEffect } from './MerchantEffect.tsx'
import { isWorsePayoutView, noPayout, payoutDraftOf, payoutOf, payoutOver, usePayoutDraft } from './payoutDraft.ts'
import { columnOf, listPayout } from './PricesPage.tsx'
import { ProposalForm } from './ProposalForm.tsx'
import { agreedOf, draftOf, draftProblems, type TermsDraft, useDrafts } from './termsDraft.ts'

type MerchantTerms = AnswerOf<typeof consoleTerms>
type PriceList = AnswerOf<typeof consolePriceList>

/** New terms for one merchant. */
export function NewTermsPage({ params: { merchantId } }: ConsolePageProps<'/console/prices/{merchantId}/new'>) {
  const read = useQuery({ ...consoleQuery(consoleTerms, { params: { merchantId } }), refetchInterval: false })
  const list = useQuery({ ...consoleQuery(consolePriceList), refetchInterval: false })
  const name = read.data?.merchant.name
  return (
    <ConsolePage
      title={t('prices.agree')}
      about={name && t('prices.agree.about', { name })}
      back={{ href: `/console/prices/${merchantId}`, label: name ?? t('prices.merchant') }}
    >
      <ReadState read={read}>
        {(terms) => <ReadState read={list}>{(prices) => <NewTerms terms={terms} prices={prices} />}</ReadState>}
      </ReadState>
    </ConsolePage>
  )
}

/** What a product has last, including what is coming. */
function latestOf({ product, enabled, isOwn, terms, coming }: MerchantTerms['products'][number]) {
  const last = coming.at(-1) ?? { enabled, isOwn, terms }
  return { product, ...last }
}

function NewTerms({ terms, prices }: { terms: MerchantTerms; prices: PriceList }) {
  const merchantId = terms.merchant.id
  const href = `/console/prices/${merchantId}`
  const latest = terms.products.map(latestOf)
  const { drafts, change } = useDrafts(() =>
    latest.map(({ product, enabled, isOwn, terms: last }) => draftOf(product, enabled ? (isOwn ? 'typed' : 'list') : 'off', last)),
  )
  const lastPaid = terms.payout.coming.at(-1) ?? terms.payout
  const payout = usePayoutDraft(() => payoutDraftOf(lastPaid.terms, lastPaid.own))
  const paid = payoutOf(payout.draft)
  const isPaidOtherwise = JSON.stringify(payout.draft) !== JSON.stringify(payoutDraftOf(lastPaid.terms, lastPaid.own))
  const sentPayout = isPaidOtherwise && paid !== null ? { payout: paid } : {}
  const listedNow = listPayout(prices.versions)
  const listed = listedNow?.next?.terms ?? listedNow?.terms ?? noPayout
  const propose = useConsoleWrite(consoleTermsPropose, { onDone: () => go(href), done: t('prices.proposed') })
  const changed = drafts.filter((draft, index) => isChanged(draft, latest[index]))
  const products = changed.flatMap((draft) => agreedOf(draft) ?? [])
  const valid = changed.every((draft) => Object.keys(draftProblems(draft, terms.maxTae)).length === 0)
  // Where nothing was changed, the server says so.
  const sent = products.length > 0 || isPaidOtherwise ? products : drafts.flatMap((draft) => agreedOf(draft) ?? [])
  const worse =
    products.some((proposed) => isWorseFor(proposed, latest, prices)) ||
    (paid !== null && isWorsePayoutView(lastPaid.terms, payoutOver(listed, paid)))
  return (
    <ProposalForm
      drafts={drafts}
      onChange={change}
      payout={{ ...payout, listed }}
      bounds={terms}
      withKind
      sentProducts={sent.map(({ product }) => product)}
      worse={worse}
      effect={<Effect merchantId={merchantId} proposal={{ products: valid ? products : [], ...sentPayout }} />}
      back={href}
      write={propose}
      onSubmit={(effectiveOn) => propose.send({ params: { merchantId }, body: { effectiveOn, products: sent, ...sentPayout } })}
    />
  )
}

type Latest = ReturnType<typeof latestOf>

/** Whether a draft differs from what the product has last. */
function isChanged(draft: TermsDraft, latest: Latest | undefined): boolean {
  if (!latest) return true
  const kind = latest.enabled ? (latest.isOwn ? 'typed' : 'list') : 'off'
  return draft.kind !== kind || (kind === 'typed' && JSON.stringify(draft) !== JSON.stringify(draftOf(draft.product, kind, latest.terms)))
}

function isWorseFor({ product, enabled, terms }: AgreedProduct, latest: readonly Latest[], prices: PriceList): boolean {
  const before = latest.find((one) => one.product === product)
  if (!before) return false
  if (!enabled) return before.enabled
  const { terms: listed, next } = columnOf(product, prices.versions)
  return isWorse({ product, before: before.terms, after: terms ?? next?.terms ?? listed })
}

type Proposal = { products: AgreedProduct[]; payout?: OwnPayoutTermsView }

/** Read again only once typing has paused. */
function Effect({ merchantId, proposal }: { merchantId: string; proposal: Proposal }) {
  const text = JSON.stringify(proposal)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 400)
    return () => clearTimeout(timer)
  }, [text])
  const settledProposal = JSON.parse(settled) as Proposal // written above
  if (settledProposal.products.length === 0 && !settledProposal.payout) return <p className="text-ink-2">{t('prices.effect.nothing')}</p>
  return <MerchantEffect merchantId={merchantId} products={settledProposal.products} payout={settledProposal.payout ?? null} />
}
