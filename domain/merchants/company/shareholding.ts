import { ownerAbove, wholeCompany } from './ownership.ts'
import { plainLetters } from './paperText.ts'

/** A share: `parentId` is the company that it is a share of, null for the account's own. Shares in basis points. */
export type Holder = { id: string; parentId: string | null; kind: 'person' | 'company'; name: string; share: number }

/** The deepest chain of companies, and the most holders. */
export const maxHoldingDepth = 5
const maxHolders = 60

/** Why a shareholding is refused; each has a message. `holder`: the holder, or the company whose shares do not add up. */
export type HolderProblem = { holder: string | null; code: 'name' | 'share' | 'not_whole' | 'stray' | 'too_deep' | 'too_many' }

/** Holders of a company, by its id; null: of the account's own. */
const holdersOf = (holders: readonly Holder[], parentId: string | null): Holder[] => holders.filter((one) => one.parentId === parentId)

/** The sum of a company's stated shares, in basis points. */
export const statedShareOf = (holders: readonly Holder[], parentId: string | null): number =>
  holdersOf(holders, parentId).reduce((sum, { share }) => sum + share, 0)

/** The chain from a holder up to the account's own company. Empty when it does not reach it. */
function chainToTop(byId: ReadonlyMap<string, Holder>, holder: Holder): Holder[] {
  const chain: Holder[] = []
  for (let at: Holder | undefined = holder; at; at = at.parentId === null ? undefined : byId.get(at.parentId)) {
    chain.push(at)
    if (chain.length > maxHoldingDepth) return []
    if (at.parentId === null) return chain
    if (byId.get(at.parentId)?.kind !== 'company') return []
  }
  return []
}

/**
 * The problems of a shareholding: the stated shares of each company must add up to 100 %, names and shares must be given, and every chain
 * must lead to the account's own company.
 */
export function holderProblems(holders: readonly Holder[]): HolderProblem[] {
  if (holders.length === 0) return []
  if (holders.length > maxHolders) return [{ holder: null, code: 'too_many' }]
  const byId = new Map(holders.map((one) => [one.id, one]))
  const problems: HolderProblem[] = []
  for (const holder of holders) {
    if (holder.name.trim() === '') problems.push({ holder: holder.id, code: 'name' })
    if (!Number.isInteger(holder.share) || holder.share < 1 || holder.share > wholeCompany)
      problems.push({ holder: holder.id, code: 'share' })
    const chain = chainToTop(byId, holder)
    if (chain.length === 0) problems.push({ holder: holder.id, code: byId.has(holder.parentId ?? '') ? 'too_deep' : 'stray' })
  }
  const parents = new Set([null, ...holders.map(({ parentId }) => parentId)])
  for (const parent of parents) if (statedShareOf(holders, parent) !== wholeCompany) problems.push({ holder: parent, code: 'not_whole' })
  return problems
}

/** Shares multiply along the chain: with this scale every product is an integer. */
const scale = BigInt(wholeCompany)
const top = scale ** BigInt(maxHoldingDepth)

/** A holder's exact share of the account's own company, where `top` is all of it. */
function effective(byId: ReadonlyMap<string, Holder>, holder: Holder): bigint {
  const chain = chainToTop(byId, holder)
  return chain.length === 0 ? 0n : chain.reduce((part, { share }) => (part * BigInt(Math.max(0, Math.round(share) || 0))) / scale, top)
}

/** A person with all their shares together, directly and through companies. */
export type FinalHolder = {
  name: string
  /** Basis points of the account's own company, rounded for display. */
  share: number
  /** A part of it is held through a company. */
  isIndirect: boolean
  /** More than 25 %, by the exact share: a beneficial owner (Ley 10/2010, art. 4; docs/domain.md#people-and-companies). */
  isOwner: boolean
}

/** A name regardless of case, accents and spaces, which rows of one person have in common. */
export const nameKey = (name: string): string => plainLetters(name).replace(/\s+/g, ' ').trim()

/** Basis points for display, rounded half up. */
const rounded = (part: bigint): number => Number((part * scale * 2n + top) / (top * 2n))

/** Names in more than one row, as first written: their shares are added up as one person's, which is wrong for two people of one name. */
export function sharedNames(holders: readonly Holder[]): string[] {
  const rows = Map.groupBy(
    holders.filter(({ kind, name }) => kind === 'person' && nameKey(name) !== ''),
    ({ name }) => nameKey(name),
  )
  return [...rows.values()].flatMap(([first, second]) => (first && second ? [first.name.trim()] : []))
}

/** Everybody's final share, the largest first. When nobody is above 25 %, the administrators are presumed to control the company. */
export function finalHolders(holders: readonly Holder[]): FinalHolder[] {
  const byId = new Map(holders.map((one) => [one.id, one]))
  const people = new Map<string, { name: string; part: bigint; isIndirect: boolean }>()
  for (const holder of holders) {
    const key = nameKey(holder.name)
    if (holder.kind !== 'person' || key === '') continue
    const known = people.get(key)
    people.set(key, {
      name: known?.name ?? holder.name.trim(),
      part: (known?.part ?? 0n) + effective(byId, holder),
      isIndirect: known?.isIndirect === true || holder.parentId !== null,
    })
  }
  const quarter = (top * BigInt(ownerAbove)) / scale
  return [...people.values()]
    .toSorted((one, other) => (one.part < other.part ? 1 : one.part > other.part ? -1 : one.name < other.name ? -1 : 1))
    .map(({ name, part, isIndirect }) => ({ name, share: rounded(part), isIndirect, isOwner: part > quarter }))
}

/** Companies without stated holders, with their final share: somebody behind them may hold more than 25 %. */
export function companiesWithoutHolders(holders: readonly Holder[]): { holder: Holder; share: number }[] {
  const byId = new Map(holders.map((one) => [one.id, one]))
  return holders
    .filter((one) => one.kind === 'company' && holdersOf(holders, one.id).length === 0)
    .map((holder) => ({ holder, share: rounded(effective(byId, holder)) }))
}

/** A bar of the chart: its holder, depth, position and width, in basis points of the whole width. */
export type HoldingBar = { holder: Holder; depth: number; from: number; width: number }

/** Holders as bars under the company that they hold, each as wide as its share of the account's own company. */
export function holdingBars(holders: readonly Holder[]): HoldingBar[] {
  const bars: HoldingBar[] = []
  const place = (parentId: string | null, depth: number, from: number, whole: number) => {
    let at = from
    for (const holder of holdersOf(holders, parentId)) {
      const width = Math.min((whole * holder.share) / wholeCompany, Math.max(0, from + whole - at))
      bars.push({ holder, depth, from: at, width })
      if (holder.kind === 'company' && depth + 1 < maxHoldingDepth) place(holder.id, depth + 1, at, width)
      at += width
    }
  }
  place(null, 0, 0, wholeCompany)
  return bars
}
