import type { BodyInput } from '#contract/endpoint'
import type { continuationCreate } from '#contract/continuations'
import { draftPrefix } from './drafts.ts'
import { clientState } from './session.ts'

type Drafts = BodyInput<typeof continuationCreate>['drafts']
type Draft = Drafts[number]

const keyOf = (userId: string, { merchantId, mode, name }: Omit<Draft, 'value'>): string =>
  `${draftPrefix}${userId}:${merchantId ?? ''}:${mode}:${name}`
/** What can be carried: a name as the contract takes it, and not more text than it takes. */
const fits = ({ name, value }: Draft): boolean => /^[\w:.-]{1,120}$/.test(name) && value.length <= 60_000
const most = 20

/** What was typed and not sent in this tab, of the shop and mode that are shown. */
export function presentDrafts(): Drafts {
  const { account, merchantId, mode } = clientState.get()
  if (!account) return []
  const start = keyOf(account.userId, { merchantId, mode, name: '' })
  return Object.entries(sessionStorage)
    .filter(([key]) => key.startsWith(start))
    .map(([key, value]): Draft => ({ merchantId, mode, name: key.slice(start.length), value: String(value) }))
    .filter(fits)
    .slice(0, most)
}

/** Puts drafts of the same person into this tab, where they are found as if they had been typed here. */
export function putDrafts(userId: string, drafts: Drafts): void {
  for (const draft of drafts) sessionStorage.setItem(keyOf(userId, draft), draft.value)
}
