import { articleKey } from '#domain/sales/campaigns/campaignDeal'

/** A pasted article: its number, and its URL if one was pasted. */
type PastedArticle = { id: string; url?: string; text: string }

const longest = 100

/** Parses article numbers or URLs, separated by lines, commas, semicolons or tabs, without duplicates. A URL's last segment is the number. */
export function pastedArticles(text: string): PastedArticle[] {
  const articles = new Map<string, PastedArticle>()
  for (const piece of text.split(/[\n\r,;\t]+/)) {
    const words = piece
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim()
    if (words === '') continue
    const article = readOne(words)
    const key = articleKey(article.id)
    if (!articles.has(key)) articles.set(key, article)
  }
  return [...articles.values()]
}

function readOne(text: string): PastedArticle {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  const last = url?.pathname.split('/').findLast((part) => part !== '')
  if (url === null || last === undefined) return { id: text.slice(0, longest), text }
  return {
    id: decoded(last)
      .replace(/\.html?$/i, '')
      .slice(0, longest),
    url: text,
    text,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Splits articles into batches that fit one request, by count and by total characters including commas. */
export function inBatches<T extends { id: string }>(articles: readonly T[], most = 100, characters = 6_000): T[][] {
  const parts: T[][] = []
  let length = 0
  for (const article of articles) {
    const last = parts.at(-1)
    if (!last || last.length >= most || length + article.id.length + 1 > characters) {
      parts.push([article])
      length = article.id.length + 1
    } else {
      last.push(article)
      length += article.id.length + 1
    }
  }
  return parts
}
