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

/** What a campaign takes along into the other mode; an audience stays: each mode has its own people. */
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
/** A line of the comparison: a field, or all articles. */
export type CopiedPart = CopiedField | 'articles'

/** A campaign with its articles beside the draft of the same name in the other mode; null: there is none yet. */
export type ModePair = { articles: CampaignArticle[]; other: Campaign | null; otherArticles: CampaignArticle[] }

const textOf = (value: unknown) => JSON.stringify(value)
const inOrder = (articles: readonly CampaignArticle[]) => articles.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Where both differ, in the order of the page. */
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
    // How often each was changed is its own in either mode.
    articles.push(...results.map(({ id, name, url, description, imageUrl }) => ({ id, name, url, description, imageUrl })))
    page = next
  }
  return articles
}

/** Reads what is compared: the latest draft of the same name in `to`, and the articles of both. */
export async function readPair(merchantId: string, campaign: Campaign, from: Mode, to: Mode): Promise<ModePair> {
  const [articles, drafts] = await Promise.all([
    allArticles(merchantId, campaign.id, from),
    call(campaignList, { params: { merchantId }, query: { status: 'draft', page: 1 }, mode: to }),
  ])
  const other = drafts.results.find(({ name }) => name !== '' && name === campaign.name) ?? null
  return { articles, other, otherArticles: other === null ? [] : await allArticles(merchantId, other.id, to) }
}

type Copying = { merchantId: string; campaign: Terms; to: Mode; pair: ModePair; parts: ReadonlySet<CopiedPart>; key: string }

/**
 * Takes parts of a campaign into the other mode: into its draft of the same name, on the revision that was compared, else into a new one. Returns
 * the draft's id. Sent again with the same key it makes no second draft.
 */
export async function copyToMode({ merchantId, campaign, to, pair, parts, key }: Copying): Promise<string> {
  const terms = Object.fromEntries(copiedFields.filter((field) => parts.has(field)).map((field) => [field, campaign[field]]))
  const { other } = pair
  const params = { merchantId, campaignId: other?.id ?? '' }
  if (other === null) params.campaignId = (await write(campaignCreate, { params: { merchantId }, body: terms, mode: to, key })).id
  else if (Object.keys(terms).length > 0) await write(campaignUpdate, { params, body: { ...terms, revision: other.revision }, mode: to })
  if (parts.has('articles')) await copyArticles(params, to, pair)
  return params.campaignId
}

/** How many articles go in one request. */
const inOne = 500

async function copyArticles(
  params: { merchantId: string; campaignId: string },
  mode: Mode,
  { articles, otherArticles }: ModePair,
): Promise<void> {
  const missingIn = (those: readonly CampaignArticle[]) => {
    const known = new Set(those.map(textOf))
    return (article: CampaignArticle) => !known.has(textOf(article))
  }
  // What is there in other words goes first, so that it does not keep any of them.
  const gone = otherArticles.filter(missingIn(articles)).map(({ id }) => id)
  const fresh = articles.filter(missingIn(otherArticles))
  for (let at = 0; at < gone.length; at += inOne)
    await write(campaignArticleRemove, { params, body: { ids: gone.slice(at, at + inOne) }, mode })
  for (let at = 0; at < fresh.length; at += inOne) {
    const part = fresh.slice(at, at + inOne).map(({ id, name, url, description, imageUrl }) => ({
      id,
      name,
      ...(url !== null && { url }),
      ...(description !== null && { description }),
      ...(imageUrl !== null && { imageUrl }),
    }))
    await write(campaignArticleAdd, { params, body: { articles: part }, mode })
  }
}
