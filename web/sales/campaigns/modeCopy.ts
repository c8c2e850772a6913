import {
  campaignArticleAdd,
  campaignArticleList,
  campaignArticleRemove,
  campaignCreate,
  campaignList,
  campaignUpdate,
  type Campaign,
  type CampaignArticle,
  type ListedArticle,
} from '#contract/sales/campaigns'
import { call } from '../../platform/api/call.ts'
import type { Mode } from '../../platform/api/requestMode.ts'
import { write } from '../../platform/api/write.ts'
import type { Terms } from './campaignDraft.ts'

/** Fields copied to the other mode. The audience is not: each mode has its own people. */
export const copiedFields = [
  'name',
  'startDate',
  'endDate',
  'interest',
  'numInstalments',
  'waitingPeriod',
  'scope',
  'minOrderAmount',
  'maxOrderAmount',
  'channels',
  'budgetAmount',
] as const
export type CopiedField = (typeof copiedFields)[number]
/** A part of the comparison: a field, or all articles. */
export type CopiedPart = CopiedField | 'articles'

/** A campaign's articles, and the draft of the same name in the other mode; null when there is none. */
export type ModePair = { articles: CampaignArticle[]; other: Campaign | null; otherArticles: CampaignArticle[] }

const textOf = (value: unknown) => JSON.stringify(value)
const inOrder = (articles: readonly CampaignArticle[]) => articles.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The parts that differ, in page order. */
export function differingParts(campaign: Terms, { articles, other, otherArticles }: ModePair): CopiedPart[] {
  if (other === null) return []
  const fields: CopiedPart[] = copiedFields.filter((field) => textOf(campaign[field]) !== textOf(other[field]))
  return textOf(inOrder(articles)) === textOf(inOrder(otherArticles)) ? fields : [...fields, 'articles']
}

async function allArticles(merchantId: string, campaignId: string, mode: Mode): Promise<CampaignArticle[]> {
  const articles: CampaignArticle[] = []
  for (let page: number | null = 1; page !== null;) {
    const { results, next }: { results: ListedArticle[]; next: number | null } = await call(campaignArticleList, {
      params: { merchantId, campaignId },
      query: { page },
      mode,
    })
    // Revisions are per mode and not compared.
    articles.push(...results.map(({ id, name, url, description, imageUrl }) => ({ id, name, url, description, imageUrl })))
    page = next
  }
  return articles
}

/** Loads the comparison: the latest draft of the same name in `to`, and the articles of both. */
export async function readPair(merchantId: string, campaign: Campaign, from: Mode, to: Mode): Promise<ModePair> {
  const [articles, drafts] = await Promise.all([
    allArticles(merchantId, campaign.id, from),
    call(campaignList, { params: { merchantId }, query: { status: 'draft', page: 1 }, mode: to }),
  ])
  const other = drafts.results.find(({ name }) => name !== '' && name === campaign.name) ?? null
  return { articles, other, otherArticles: other === null ? [] : await allArticles(merchantId, other.id, to) }
}

type CopyOptions = { merchantId: string; campaign: Terms; to: Mode; pair: ModePair; parts: ReadonlySet<CopiedPart>; key: string }

/**
 * Copies parts of a campaign to the other mode: into the draft of the same name, with the compared revision as optimistic lock, or into a new one. Returns
 * the draft's id. A retry with the same idempotency key creates no second draft.
 */
export async function copyToMode({ merchantId, campaign, to, pair, parts, key }: CopyOptions): Promise<string> {
  const terms = Object.fromEntries(copiedFields.filter((field) => parts.has(field)).map((field) => [field, campaign[field]]))
  const { other } = pair
  const params = { merchantId, campaignId: other?.id ?? '' }
  if (other === null) params.campaignId = (await write(campaignCreate, { params: { merchantId }, body: terms, mode: to, key })).id
  else if (Object.keys(terms).length > 0) await write(campaignUpdate, { params, body: { ...terms, revision: other.revision }, mode: to })
  if (parts.has('articles')) await copyArticles(params, to, pair)
  return params.campaignId
}

/** Articles per request. */
const batchSize = 500

async function copyArticles(
  params: { merchantId: string; campaignId: string },
  mode: Mode,
  { articles, otherArticles }: ModePair,
): Promise<void> {
  const missingIn = (those: readonly CampaignArticle[]) => {
    const known = new Set(those.map(textOf))
    return (article: CampaignArticle) => !known.has(textOf(article))
  }
  // Changed articles are removed first, because an existing number is not overwritten.
  const removed = otherArticles.filter(missingIn(articles)).map(({ id }) => id)
  const fresh = articles.filter(missingIn(otherArticles))
  for (let at = 0; at < removed.length; at += batchSize)
    await write(campaignArticleRemove, { params, body: { ids: removed.slice(at, at + batchSize) }, mode })
  for (let at = 0; at < fresh.length; at += batchSize) {
    const part = fresh.slice(at, at + batchSize).map(({ id, name, url, description, imageUrl }) => ({
      id,
      name,
      ...(url !== null && { url }),
      ...(description !== null && { description }),
      ...(imageUrl !== null && { imageUrl }),
    }))
    await write(campaignArticleAdd, { params, body: { articles: part }, mode })
  }
}
