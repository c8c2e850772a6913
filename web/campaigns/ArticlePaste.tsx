import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignArticleSearch } from '#contract/campaigns'
import { articleKey } from '#domain/campaignDeal'
import { query } from '../api/query.ts'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { showToast } from '../shell/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import type { NewArticle } from './ArticleSection.tsx'
import { fieldId } from './fieldId.ts'
import { inParts, pastedArticles, type PastedArticle } from './pastedArticles.ts'

type ArticlePasteProps = { busy: boolean; problem: string | null; onAdd: (articles: NewArticle[]) => Promise<boolean> }

/** Numbers or addresses pasted: those that were sold before are added, the others stay to be put right or added as they are (product CAM-7). */
export function ArticlePaste({ busy, problem, onAdd }: ArticlePasteProps) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState(0)
  const [looking, setLooking] = useState(false)

  async function known(pasted: readonly PastedArticle[]): Promise<Map<string, NewArticle>> {
    const found = new Map<string, NewArticle>()
    for (const part of inParts(pasted)) {
      const ids = part.map(({ id }) => id).join(',')
      const { results } = await client.fetchQuery(query(campaignArticleSearch, { params: { merchantId }, query: { ids } }))
      for (const { id, name, url, imageUrl } of results) {
        const article = { id, name: name.slice(0, 200), ...(url !== null && { url }), ...(imageUrl !== null && { imageUrl }) }
        found.set(articleKey(id), article).set(articleKey(name), article)
      }
    }
    return found
  }
  /** Adds in parts, so that many are no problem; stops at the first part that was refused. */
  async function addAll(articles: readonly NewArticle[]): Promise<boolean> {
    for (const part of inParts(articles, 500, Infinity)) if (!(await onAdd(part))) return false
    return true
  }
  async function find() {
    const pasted = pastedArticles(text)
    setLooking(true)
    try {
      const found = await known(pasted)
      const sold = new Map(
        pasted.flatMap(({ id }) => (found.has(articleKey(id)) ? [[id, found.get(articleKey(id))]] : [])) as [string, NewArticle][],
      )
      if (sold.size > 0 && !(await addAll([...new Set(sold.values())]))) return
      const rest = pasted.filter(({ id }) => !sold.has(id))
      setText(rest.map((one) => one.text).join('\n'))
      setUnknown(rest.length)
    } catch (error) {
      showToast(failureText(error), { key: 'campaignArticles' })
    } finally {
      setLooking(false)
    }
  }
  async function addAnyway() {
    if (!(await addAll(pastedArticles(text).map(({ id, url }) => ({ id, ...(url !== undefined && { url }) }))))) return
    setText('')
    setUnknown(0)
  }
  const nothing = pastedArticles(text).length === 0 ? t('campaigns.paste.empty') : null
  return (
    <div className="grid gap-3">
      <Field
        label={unknown > 0 ? t('campaigns.paste.unknown', { count: unknown }) : t('campaigns.paste')}
        id={fieldId('articles')}
        error={problem}
        help={unknown > 0 ? t('campaigns.paste.unknown.help') : t('campaigns.paste.help')}
      >
        <Textarea
          className="*:min-h-20"
          rows={3}
          value={text}
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            if (event.target.value.trim() === '') setUnknown(0)
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button busy={busy || looking} busyLabel={t('campaigns.paste.busy')} disabledReason={nothing} onClick={() => void find()}>
          {t('campaigns.paste.add')}
        </Button>
        {unknown > 0 && (
          <Button variant="quiet" busy={busy || looking} onClick={() => void addAnyway()}>
            {t('campaigns.paste.anyway')}
          </Button>
        )}
      </div>
    </div>
  )
}
