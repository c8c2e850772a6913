import type { BodyInput } from '#contract/platform/endpoint'
import type { continuationCreate } from '#contract/access/continuations'
import { draftPrefix } from './drafts.ts'
import { clientState } from './session.ts'

type Drafts = BodyInput<typeof continuationCreate>['drafts']
type Draft = Drafts[number]

const keyOf = (userId: string, { merchantId, mode, name }: Omit<Draft, 'value'>): string =>
  `${draftPrefix}${userId}:${merchantId ?? ''}:${mode}:${name}`
/** Whether a draft can be carried: a name and a length that the contract accepts. */
const fits = ({ name, value }: Draft): boolean => /^[\w:.-]{1,120}$/.test(name) && value.length <= 60_000
const maxDrafts = 20
/** Total size in bytes as sent; the body limit of a call is 256 KB. */
const maxBytes = 200_000

/** As many as fit in one call; a draft that is too long for the remaining space is skipped. */
function asOneCallTakes(drafts: Drafts): Drafts {
  const accepted: Drafts = []
  let left = maxBytes
  for (const draft of drafts) {
    const bytes = new TextEncoder().encode(JSON.stringify(draft)).length
    if (accepted.length === maxDrafts || bytes > left) continue
    accepted.push(draft)
    left -= bytes
  }
  return accepted
}

/** The unsent drafts of this tab, of the current merchant and mode. */
export function currentDrafts(): Drafts {
  const { account, merchantId, mode } = clientState.get()
  if (!account) return []
  const start = keyOf(account.userId, { merchantId, mode, name: '' })
  const here = Object.entries(sessionStorage)
    .filter(([key]) => key.startsWith(start))
    .map(([key, value]): Draft => ({ merchantId, mode, name: key.slice(start.length), value: String(value) }))
  return asOneCallTakes(here.filter(fits))
}

/** Stores drafts of the same user in this tab, as if they had been typed here. */
export function putDrafts(userId: string, drafts: Drafts): void {
  for (const draft of drafts) sessionStorage.setItem(keyOf(userId, draft), draft.value)
}
