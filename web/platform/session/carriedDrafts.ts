import type { BodyInput } from '#contract/platform/endpoint'
import type { continuationCreate } from '#contract/access/continuations'
import { draftPrefix } from './drafts.ts'
import { clientState } from './session.ts'

type Drafts = BodyInput<typeof continuationCreate>['drafts']
type Draft = Drafts[number]

const keyOf = (userId: string, { merchantId, mode, name }: Omit<Draft, 'value'>): string =>
  `${draftPrefix}${userId}:${merchantId ?? ''}:${mode}:${name}`
/** What can be carried: a name as the contract takes it, and not more text than it takes. */
const fits = ({ name, value }: Draft): boolean => /^[\w:.-]{1,120}$/.test(name) && value.length <= 60_000
const most = 20
/** All of them together, in bytes as they are sent: a call takes 256 KB with everything around it. */
const mostBytes = 200_000

/** As many as one call takes; one that is too long for what is left stays here. */
function asOneCallTakes(drafts: Drafts): Drafts {
  const taken: Drafts = []
  let left = mostBytes
  for (const draft of drafts) {
    const bytes = new TextEncoder().encode(JSON.stringify(draft)).length
    if (taken.length === most || bytes > left) continue
    taken.push(draft)
    left -= bytes
  }
  return taken
}

/** What was typed and not sent in this tab, of the shop and mode that are shown. */
export function presentDrafts(): Drafts {
  const { account, merchantId, mode } = clientState.get()
  if (!account) return []
  const start = keyOf(account.userId, { merchantId, mode, name: '' })
  const here = Object.entries(sessionStorage)
    .filter(([key]) => key.startsWith(start))
    .map(([key, value]): Draft => ({ merchantId, mode, name: key.slice(start.length), value: String(value) }))
  return asOneCallTakes(here.filter(fits))
}

/** Puts drafts of the same person into this tab, where they are found as if they had been typed here. */
export function putDrafts(userId: string, drafts: Drafts): void {
  for (const draft of drafts) sessionStorage.setItem(keyOf(userId, draft), draft.value)
}
