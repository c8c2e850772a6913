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
import { columnOf } from './PricesPage.tsx'
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
  const propose = useConsoleWrite(consolePriceListPropose, { onDone: () => go(listHref), done: t('prices.proposed') })
  const proposed = latest.map(({ product, before }, index): ProposedProduct => {
    const draft = drafts[index]
    return { product, before, after: draft ? termsOf(draft) : null }
  })
  const submit = (effectiveOn: string) =>
    propose.send({ body: { effectiveOn, products: proposed.flatMap(({ product, after }) => (after ? [{ product, terms: after }] : [])) } })
  return (
    <ProposalForm
      drafts={drafts}
      onChange={change}
      bounds={list}
      withKind={false}
      sentProducts={latest.map(({ product }) => product)}
      worse={proposed.some(isWorse)}
      effect={<ListEffect products={proposed} />}
      back={listHref}
      write={propose}
      onSubmit={submit}
    />
  )
}
