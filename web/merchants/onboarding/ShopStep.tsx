import { useState } from 'react'
import { merchantCreate, type Onboarding } from '#contract/merchants/onboarding'
import type { ShopField } from '#domain/merchants/shopApplication'
import { isApiFailure, isOutcomeUnknown } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { useContentKey } from '../../platform/requests/useContentKey.ts'
import { go } from '../../platform/routes/go.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { FormPart } from '../company/FormParts.tsx'
import { ApplicationSummary } from './ApplicationSummary.tsx'
import { openPanel } from './openPanel.ts'
import { PartStep } from './PartStep.tsx'
import { shopBody, shopParts } from './shopParts.tsx'
import { useShopForm } from './useShopForm.ts'

/** The first merchant and, at its end, all data again: it submits everything for review (docs/domain.md#onboarding). */
export function ShopStep({ onboarding }: { onboarding: Onboarding }) {
  const form = useShopForm(onboarding.shop)
  const [unknownBank, setUnknownBank] = useState(false)
  const { keyOf, forget } = useContentKey()
  const parts = shopParts(setUnknownBank)
  const submit = async () => {
    if (unknownBank) return go(paths.onboarding('add-merchant', { field: 'iban' }))
    const body = shopBody(form)
    const created = await write(merchantCreate, { mode: 'live', body, key: keyOf(body) }).catch((error: unknown) => {
      if (!isOutcomeUnknown(error)) forget()
      const [field] = isApiFailure(error) ? error.fields.keys() : []
      if (field !== undefined) go(paths.onboarding('add-merchant', { field }))
      throw error
    })
    await openPanel(created.id)
  }
  return (
    <PartStep
      onboarding={onboarding}
      step="add-merchant"
      parts={[...parts, summaryOf(onboarding, parts)]}
      form={form}
      onDone={submit}
      doneLabel={t('onboarding.send')}
    />
  )
}

/** The last part: it asks nothing, and shows everything. */
const summaryOf = (onboarding: Onboarding, shopParts: readonly FormPart<ShopField>[]): FormPart<ShopField> => ({
  name: 'summary',
  title: 'onboarding.summary',
  fields: [],
  show: (form) => <ApplicationSummary onboarding={onboarding} shop={form.values} shopParts={shopParts} />,
})
