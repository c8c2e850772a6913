import { useState } from 'react'
import { campaignArticleUpdate, type CampaignArticle } from '#contract/campaigns'
import { isApiFailure } from '../api/apiFailure.ts'
import { camelKey } from '../api/wire.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { ConfirmDialog } from '../operation/ConfirmDialog.tsx'
import { failureText } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { Banner } from '../ui/Banner.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { fieldId } from './fieldId.ts'

const fields = ['name', 'url', 'description', 'imageUrl'] as const
const longest = { name: 200, url: 500, description: 500, imageUrl: 500 } as const

type ArticleDialogProps = {
  campaignId: string
  article: CampaignArticle
  /** Runs the change in the campaign's turn. */
  onChange: (work: () => Promise<{ revision: number }>) => Promise<void>
  onClose: () => void
}

/** Name, address, description and picture of one article (product CAM-5); its number stays. */
export function ArticleDialog({ campaignId, article, onChange, onClose }: ArticleDialogProps) {
  const { merchantId } = useShop()
  const [typed, setTyped] = useState({
    name: article.name,
    url: article.url ?? '',
    description: article.description ?? '',
    imageUrl: article.imageUrl ?? '',
  })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const problems = new Map(isApiFailure(error) ? [...error.fields].map(([field, { message }]) => [camelKey(field), message]) : [])

  async function save() {
    if (busy) return
    setBusy(true)
    try {
      await onChange(() => write(campaignArticleUpdate, { params: { merchantId, campaignId }, body: { id: article.id, ...typed } }))
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
      busyLabel={t('campaigns.saving')}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {error !== null && problems.size === 0 && <Banner tone="error" live title={failureText(error)} />}
        {fields.map((field) => (
          <Field key={field} label={t(`campaigns.article.${field}`)} id={fieldId(`article-${field}`)} error={problems.get(field) ?? null}>
            <TextInput
              value={typed[field]}
              maxLength={longest[field]}
              autoComplete="off"
              inputMode={field === 'url' || field === 'imageUrl' ? 'url' : 'text'}
              onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
            />
          </Field>
        ))}
      </div>
    </ConfirmDialog>
  )
}
