import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { campaignList } from '#contract/sales/campaigns'
import { operationList } from '#contract/sales/operations'
import { settlementList } from '#contract/money/settlements'
import { query } from '../api/query.ts'
import { money } from '../i18n/format.ts'
import { plainText } from '../i18n/plainText.ts'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import type { Command } from './commands.ts'
import { shopHref } from '../navigation/menuOf.ts'
import { go } from '../routes/go.ts'
import type { Session } from '../session/session.ts'

/** Minimum number of characters that searches the merchant’s data; fewer only match names of screens. */
const minLength = 3
/** Maximum number of operations, settlements and campaigns shown, each. */
const maxOfEach = 5
const pauseMs = 250

/** The text, debounced. */
function useDebouncedText(text: string): string {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** The results, and whether more are loading. */
export type Finds = { finds: readonly Command[]; looking: boolean }

/**
 * Operations, settlements and campaigns of the current merchant that match, within the member’s permissions; last, once the operations have loaded, a
 * link to the list with that search. Empty for a merchant that is not active yet.
 */
export function usePaletteFinds(text: string, session: Session): Finds {
  const { merchant, sandbox, may } = session
  const searchText = useDebouncedText(text)
  const merchantId = shopHref('operations', session) === null ? '' : (merchant?.id ?? '')
  const params = { merchantId }
  const flag = sandbox ? { sandbox: 'true' } : {}
  const mayLook = merchantId !== '' && may('operationList') && text.trim().length >= minLength
  const looks = mayLook && searchText === text.trim()
  const operations = useQuery({
    ...query(operationList, { params, query: { q: searchText, page: 1 } }),
    enabled: looks,
  })
  const settlements = useQuery({ ...query(settlementList, { params, query: { page: 1 } }), enabled: looks && may('settlementList') })
  const campaigns = useQuery({ ...query(campaignList, { params, query: { page: 1 } }), enabled: looks && may('campaignList') })
  if (!looks) return { finds: [], looking: mayLook }
  const has = (name: string) => plainText(name).includes(plainText(searchText))
  const commandsOf = <Item>(items: readonly Item[] | undefined, make: (item: Item) => Command): Command[] =>
    (items ?? []).slice(0, maxOfEach).map(make)
  const finds = [
    ...commandsOf(operations.data?.results, ({ id, customerName, mid, totalAmount }) => ({
      key: id,
      label: joinTexts([customerName, mid, money(totalAmount)]),
      run: () => go(paths.operation(merchantId, id, flag)),
    })),
    ...commandsOf(
      settlements.data?.results.filter(({ reference }) => has(reference)),
      ({ id, reference, netAmount }) => ({
        key: id,
        label: t('shell.palette.settlement', { reference, amount: money(netAmount) }),
        run: () => go(paths.settlement(merchantId, id, flag)),
      }),
    ),
    ...commandsOf(
      campaigns.data?.results.filter(({ name }) => has(name)),
      ({ id, name }) => ({
        key: id,
        label: t('shell.palette.campaign', { name }),
        run: () => go(paths.campaign(merchantId, id, flag)),
      }),
    ),
  ]
  const whole = {
    key: 'find',
    label: t('shell.palette.find', { text: searchText }),
    run: () => go(paths.operations(merchantId, { q: searchText, ...flag })),
  }
  return operations.isLoading ? { finds, looking: true } : { finds: [...finds, whole], looking: false }
}
