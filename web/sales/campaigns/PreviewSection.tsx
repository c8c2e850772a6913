import '../../platform/ui/forms/checkbox.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignPreview } from '#contract/sales/campaignInsights'
import { campaignArticleSearch, type Campaign } from '#contract/sales/campaigns'
import { query } from '../../platform/api/query.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useDebounced } from '../../platform/requests/useDebounced.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import type { Terms } from './campaignDraft.ts'
import { articleListRead } from './campaignReads.ts'
import { fieldId } from './articles/fieldId.ts'
import { GroupField } from './GroupField.tsx'
import { ProductPreview } from './ProductPreview.tsx'

const pauseMs = 300
/** Number of best-selling articles to choose from. */
const offered = 12
/** Example price for a shop without sales, in cents. */
const examplePrice = 20_000
const screens = ['phone', 'desktop'] as const

type ShownArticle = { name: string; unitAmount: number }

/** Live preview of the widget on an article, on phone and desktop. */
export function PreviewSection({ campaign, terms }: { campaign: Campaign; terms: Terms }) {
  const [screen, setScreen] = useState<(typeof screens)[number]>('phone')
  const articles = useShownArticles(campaign, terms.scope)
  const [amount, setAmount] = useState<number | null>(null)
  const [typed, setTyped] = useState<number | null>(null)
  // Initially an article that the campaign covers.
  const chosen =
    amount ??
    Math.max(
      0,
      articles.findIndex(({ unitAmount }) => isReached(unitAmount, terms)),
    )
  const article = articles[chosen] ?? articles[0] ?? { name: t('campaigns.preview.anArticle'), unitAmount: examplePrice }
  const price = typed ?? article.unitAmount
  return (
    <FormSection title={t('campaigns.section.preview')}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {articles.length > 0 && (
          <Field label={t('campaigns.preview.article')} id={fieldId('previewArticle')} help={t('campaigns.preview.article.help')}>
            <Select
              value={chosen}
              onChange={(event) => {
                setAmount(Number(event.target.value))
                setTyped(null)
              }}
            >
              {articles.map(({ name }, index) => (
                <option key={name} value={index}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={t('campaigns.preview.price')} id={fieldId('previewPrice')} help={t('campaigns.preview.price.help')}>
          <MoneyInput key={article.name} value={price} onChange={(amount) => setTyped(amount ?? 0)} />
        </Field>
      </div>
      <GroupField field="previewScreen" label={t('campaigns.preview.screen')} error={null}>
        {screens.map((one) => (
          <label key={one} className="tick-target">
            <input type="radio" name="previewScreen" className="mt-1" checked={screen === one} onChange={() => setScreen(one)} />
            <span>{t(`campaigns.preview.${one}`)}</span>
          </label>
        ))}
      </GroupField>
      <Plans terms={terms} name={article.name} price={price} narrow={screen === 'phone'} />
    </FormSection>
  )
}

const isReached = (price: number, { minOrderAmount, maxOrderAmount }: Terms) =>
  price >= (minOrderAmount ?? 0) && price <= (maxOrderAmount ?? Infinity)

/** The campaign's articles that were sold before, otherwise the shop's best sellers. */
function useShownArticles(campaign: Campaign, scope: Terms['scope']): ShownArticle[] {
  const { merchantId } = useMerchant()
  const own = useQuery({ ...articleListRead(merchantId, campaign.id, 1), enabled: scope === 'single' && campaign.articleCount > 0 })
  const ids = own.data?.results.map(({ id }) => id.replaceAll(',', ' ')).join(',')
  const search = scope === 'single' && ids !== undefined ? { ids } : { q: '' }
  const { data } = useQuery(query(campaignArticleSearch, { params: { merchantId }, query: search, quiet: true }))
  return (data?.results ?? []).filter(({ unitAmount }) => unitAmount > 0).slice(0, offered)
}

type PlansProps = { terms: Terms; name: string; price: number; narrow: boolean }

function Plans({ terms, name, price, narrow }: PlansProps) {
  const { merchantId } = useMerchant()
  const missing = terms.interest === null || terms.numInstalments.length === 0 || price <= 0
  // As text, so that an equal value is referentially stable.
  const question = useDebounced(JSON.stringify(missing ? null : askedOf(terms.interest ?? 0, terms, price)), pauseMs)
  const { data, error, isFetching, refetch } = useQuery({
    ...previewRead(merchantId, JSON.parse(question) as PreviewQuery | null), // serialized two lines above
    enabled: !missing && question !== 'null',
    placeholderData: keepPreviousData,
  })
  if (missing) return <p className="text-md text-ink-3">{t('campaigns.preview.missing')}</p>
  if (error !== null) {
    return (
      <div className="grid justify-items-start gap-3 text-md">
        <p role="alert">{t('campaigns.preview.failed', { why: failureText(error) })}</p>
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          {t('shell.retry')}
        </Button>
      </div>
    )
  }
  if (!data) return <p className="text-md text-ink-3">{t('campaigns.estimate.reckoning')}</p>
  if (data.plans.length === 0) {
    const { min = 0, max = 0 } = data.limits ?? {}
    return (
      <p className="text-md text-ink-2">
        {data.limits === null ? t('campaigns.preview.notSold') : t('campaigns.preview.limits', { min: money(min), max: money(max) })}
      </p>
    )
  }
  return (
    <>
      {!data.isReached && <p className="text-md text-ink-2">{t('campaigns.preview.notReached')}</p>}
      <ProductPreview plans={data.plans} usual={data.usual ?? 0} name={name} price={price} narrow={narrow} />
    </>
  )
}

type PreviewQuery = ReturnType<typeof askedOf>

const askedOf = (interest: number, terms: Terms, amount: number) => ({
  interest,
  numInstalments: terms.numInstalments.join(','),
  waitingPeriod: terms.waitingPeriod,
  amount,
  ...(terms.minOrderAmount !== null && { minOrderAmount: terms.minOrderAmount }),
  ...(terms.maxOrderAmount !== null && { maxOrderAmount: terms.maxOrderAmount }),
})

const previewRead = (merchantId: string, search: PreviewQuery | null) =>
  query(campaignPreview, { params: { merchantId }, query: search ?? { interest: 0, numInstalments: '', amount: 1 }, quiet: true })
