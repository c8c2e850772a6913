import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { articleKey } from '#domain/sales/campaigns/campaignDeal'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { useShop } from '../../../platform/requests/useShop.ts'
import { showToast } from '../../../platform/shared/toasts.ts'
import type { NewArticle } from './ArticleSection.tsx'
import { inParts, pastedArticles } from './pastedArticles.ts'
import { soldArticles } from './soldArticles.ts'

/**
 * Articles pasted or read from a file: those that were sold before are added, the others stay in `text` to be put right or added as they are. What a file
 * says of an article stays with its number until it is added.
 */
export function useArticleIntake(onAdd: (articles: NewArticle[]) => Promise<boolean>) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState(0)
  const [looking, setLooking] = useState(false)
  const [filed, setFiled] = useState<ReadonlyMap<string, NewArticle>>(new Map())

  /** Adds in parts, so that many are no problem; stops at the first part that was refused. */
  async function addAll(articles: readonly NewArticle[]): Promise<boolean> {
    for (const part of inParts(articles, 500, Infinity)) if (!(await onAdd(part))) return false
    return true
  }
  function leave(articles: readonly NewArticle[], more: ReadonlyMap<string, NewArticle>) {
    // Of a file the number: by it is known what else the file says.
    setText(articles.map(({ id, url }) => (more.has(articleKey(id)) ? id : (url ?? id))).join('\n'))
    setUnknown(articles.length)
  }
  async function find(asked: readonly NewArticle[], more: ReadonlyMap<string, NewArticle>) {
    setLooking(true)
    try {
      const sold = await soldArticles(client, merchantId, asked)
      const soldAs = ({ id }: NewArticle) => sold.get(articleKey(id))
      const added = new Map<string, NewArticle>()
      for (const one of asked) {
        const found = soldAs(one)
        // What the file says of it counts more than the last order; its number is the shop's.
        if (found) added.set(found.id, { ...found, ...more.get(articleKey(one.id)), id: found.id })
      }
      if (added.size > 0 && !(await addAll([...added.values()]))) return leave(asked, more)
      leave(
        asked.filter((one) => !soldAs(one)),
        more,
      )
    } catch (error) {
      leave(asked, more)
      showToast(failureText(error), { key: 'campaignArticles' })
    } finally {
      setLooking(false)
    }
  }
  const inText = () =>
    pastedArticles(text).map(({ id, url }): NewArticle => ({ id, ...(url !== undefined && { url }), ...filed.get(articleKey(id)) }))

  return {
    text,
    unknown,
    looking,
    isEmpty: pastedArticles(text).length === 0,
    type(words: string) {
      setText(words)
      if (words.trim() === '') setUnknown(0)
    },
    findTyped: () => find(inText(), filed),
    async takeFile(articles: readonly NewArticle[]) {
      const more = new Map([...filed, ...articles.map((one) => [articleKey(one.id), one] as const)])
      setFiled(more)
      await find([...inText(), ...articles], more)
    },
    async addAnyway() {
      if (await addAll(inText())) leave([], filed)
    },
  }
}

export type ArticleIntake = ReturnType<typeof useArticleIntake>
