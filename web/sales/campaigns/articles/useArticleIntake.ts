import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { articleKey } from '#domain/sales/campaigns/campaignDeal'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { showToast } from '../../../platform/feedback/toasts.ts'
import { inBatches, pastedArticles } from './pastedArticles.ts'
import { soldArticles, type NewArticle } from './soldArticles.ts'

/**
 * Articles pasted or imported from a file: those sold before are added, the others stay in `text` to be corrected or added as they are. A file's
 * data of an article is kept by its number until it is added.
 */
export function useArticleIntake(onAdd: (articles: NewArticle[]) => Promise<boolean>) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState(0)
  const [searching, setSearching] = useState(false)
  const [fileArticles, setFileArticles] = useState<ReadonlyMap<string, NewArticle>>(new Map())

  /** Adds in batches; stops at the first refused one. */
  async function addAll(articles: readonly NewArticle[]): Promise<boolean> {
    for (const part of inBatches(articles, 500, Infinity)) if (!(await onAdd(part))) return false
    return true
  }
  function keepInText(articles: readonly NewArticle[], more: ReadonlyMap<string, NewArticle>) {
    // An article from a file is listed by its number, which is the key of its data.
    setText(articles.map(({ id, url }) => (more.has(articleKey(id)) ? id : (url ?? id))).join('\n'))
    setUnknown(articles.length)
  }
  async function find(requested: readonly NewArticle[], more: ReadonlyMap<string, NewArticle>) {
    setSearching(true)
    try {
      const sold = await soldArticles(client, merchantId, requested)
      const soldAs = ({ id }: NewArticle) => sold.get(articleKey(id))
      const added = new Map<string, NewArticle>()
      for (const one of requested) {
        const soldArticle = soldAs(one)
        // The file's data takes precedence over the latest order's; the number is the shop's.
        if (soldArticle) added.set(soldArticle.id, { ...soldArticle, ...more.get(articleKey(one.id)), id: soldArticle.id })
      }
      if (added.size > 0 && !(await addAll([...added.values()]))) return keepInText(requested, more)
      keepInText(
        requested.filter((one) => !soldAs(one)),
        more,
      )
    } catch (error) {
      keepInText(requested, more)
      showToast(failureText(error), { key: 'campaignArticles' })
    } finally {
      setSearching(false)
    }
  }
  const inText = () =>
    pastedArticles(text).map(({ id, url }): NewArticle => ({ id, ...(url !== undefined && { url }), ...fileArticles.get(articleKey(id)) }))

  return {
    text,
    unknown,
    searching,
    isEmpty: pastedArticles(text).length === 0,
    type(words: string) {
      setText(words)
      if (words.trim() === '') setUnknown(0)
    },
    findTyped: () => find(inText(), fileArticles),
    async takeFile(articles: readonly NewArticle[]) {
      const more = new Map([...fileArticles, ...articles.map((one) => [articleKey(one.id), one] as const)])
      setFileArticles(more)
      await find([...inText(), ...articles], more)
    },
    async addAnyway() {
      if (await addAll(inText())) keepInText([], fileArticles)
    },
  }
}

export type ArticleIntake = ReturnType<typeof useArticleIntake>
