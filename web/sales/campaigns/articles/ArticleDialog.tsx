import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { campaignArticleUpdate, type ListedArticle } from '#contract/sales/campaigns'
import { isApiFailure } from '../../../platform/api/apiFailure.ts'
import { camelKey } from '../../../platform/api/wire.ts'
import { write } from '../../../platform/api/write.ts'
import { t } from '../../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../../platform/requests/ConfirmDialog.tsx'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { StaleChoice } from '../../../platform/requests/StaleChoice.tsx'
import { useSharedForm } from '../../../platform/requests/useSharedForm.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../../platform/ui/forms/TextInput.tsx'
import { articleListRead } from '../campaignReads.ts'
import { fieldId } from './fieldId.ts'

const fields = ['name', 'url', 'description', 'imageUrl'] as const
const longest = { name: 200, url: 500, description: 500, imageUrl: 500 } as const

type ArticleDialogProps = {
  campaignId: string
  article: ListedArticle
  /** The list page that contains the article. */
  page: number
  /** Runs the change in the campaign's queue. */
  onChange: (work: () => Promise<{ revision: number }>) => Promise<void>
  onClose: () => void
}

/** Edits name, URL, description and image of an article; its number is fixed. */
export function ArticleDialog({ campaignId, article, page, onChange, onClose }: ArticleDialogProps) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const form = useSharedForm({
    saved: article,
    draftOf: ({ name, url, description, imageUrl }: ListedArticle) => ({
      name,
      url: url ?? '',
      description: description ?? '',
      imageUrl: imageUrl ?? '',
    }),
    async read() {
      const { results } = await client.fetchQuery({ ...articleListRead(merchantId, campaignId, page), staleTime: 0 })
      return results.find(({ id }) => id === article.id) ?? article
    },
  })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const problems = new Map(isApiFailure(error) ? [...error.fields].map(([field, { message }]) => [camelKey(field), message]) : [])

  async function save() {
    if (busy) return
    setBusy(true)
    setError(null)
    const { draft, revision = 0 } = form.toSend()
    const body = { id: article.id, ...draft, revision }
    try {
      await form.sent(
        onChange(() => write(campaignArticleUpdate, { params: { merchantId, campaignId }, body })),
        () => {},
      )
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={t('campaigns.article.title', { id: article.id })}
      verb={t('campaigns.article.save')}
      busy={busy}
      busyLabel={t('shell.saving')}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {form.conflict !== null ? (
          <StaleChoice
            error={form.conflict}
            lines={form.lines((name, draft) => [t(`campaigns.article.${name}`), draft[name]])}
            busy={busy}
            onMine={() => void save()}
            onTheirs={form.takeTheirs}
          />
        ) : (
          error !== null && problems.size === 0 && <Banner tone="error" live title={failureText(error)} />
        )}
        {fields.map((field) => (
          <Field key={field} label={t(`campaigns.article.${field}`)} id={fieldId(`article-${field}`)} error={problems.get(field) ?? null}>
            <TextInput
              value={form.draft[field]}
              maxLength={longest[field]}
              autoComplete="off"
              inputMode={field === 'url' || field === 'imageUrl' ? 'url' : 'text'}
              onChange={(event) => form.setDraft({ ...form.draft, [field]: event.target.value })}
            />
          </Field>
        ))}
      </div>
    </ConfirmDialog>
  )
}
