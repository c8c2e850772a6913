import { useQuery } from '@tanstack/react-query'
import { consolePriceList, consolePriceListPropose } from '#contract/provider/prices'
import type { AnswerOf } from '#contract/platform/endpoint'
import { products } from '#domain/sales/operations/states'
import { t } from '../../platform/i18n/t.ts'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { go } from '../frame/address.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import { ReadState } from '../frame/ReadState.tsx'
import { isWorse, ListEffect, type ProposedProduct } from './ListEffect.tsx'
import { isWorsePayoutView, listPayoutOf, noPayout, payoutDraftOf, usePayoutDraft } from './payoutDraft.ts'
import { columnOf, listPayout } from './PricesPage.tsx'
import { ProposalForm } from './ProposalForm.tsx'
import { draftOf, termsOf, useDrafts } from './termsDraft.ts'

const listHref = '/console/prices'

/** A new version of the price list. */
export function NewListPage() {
  const read = useQuery({ ...consoleQuery(consolePriceList), refetchInterval: false })
  return (
    <ConsolePage title={t('prices.new')} about={t('prices.new.about')} back={{ href: listHref, label: t('console.section.prices') }}>
      <ReadState read={read}>{(list) => <NewList list={list} />}</ReadState>
    </ConsolePage>
  )
}

function NewList({ list }: { list: AnswerOf<typeof consolePriceList> }) {
  // What is coming already is what the new version changes.
  const latest = products.flatMap((product) => {
    const { terms, next } = columnOf(product, list.versions)
    const before = next?.terms ?? terms
    return before ? [{ product, before }] : []
  })
  const { drafts, change } = useDrafts(() => latest.map(({ product, before }) => draftOf(product, 'typed', before)))
  const paid = listPayout(list.versions)
  const before = paid?.next?.terms ?? paid?.terms ?? noPayout
  const payout = usePayoutDraft(() => payoutDraftOf(before, before))
  const paidAfter = listPayoutOf(payout.draft)
  const isPaidOtherwise = paidAfter === null || JSON.stringify(paidAfter) !== JSON.stringify(before)
  const propose = useConsoleWrite(consolePriceListPropose, { onDone: () => go(listHref), done: t('prices.proposed') })
  const proposed = latest.map(({ product, before }, index): ProposedProduct => {
    const draft = drafts[index]
    return { product, before, after: draft ? termsOf(draft) : null }
  })
  const submit = (effectiveOn: string) =>
    propose.send({
      body: {
        effectiveOn,
        products: proposed.flatMap(({ product, after }) => (after ? [{ product, terms: after }] : [])),
        ...(isPaidOtherwise && paidAfter && { payout: paidAfter }),
      },
    })
  return (
    <ProposalForm
      drafts={drafts}
      onChange={change}
      payout={{ ...payout, listed: null }}
      bounds={list}
      withKind={false}
      sentProducts={latest.map(({ product }) => product)}
      worse={proposed.some(isWorse) || (paidAfter !== null && isWorsePayoutView(before, paidAfter))}
      effect={<ListEffect products={proposed} payout={paidAfter && { before, after: paidAfter }} />}
      back={listHref}
      write={propose}
      onSubmit={submit}
    />
  )
}
