import { useState } from 'react'
import { merchantCreate, type Onboarding } from '#contract/merchants/onboarding'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { focusField } from '../company/fieldId.ts'
import { SaveProblem, SaveState } from '../company/SaveState.tsx'
import { t } from '../../platform/i18n/t.ts'
import { openPanel } from './openPanel.ts'
import { shopBody, ShopFields } from './ShopFields.tsx'
import { StepFrame } from './StepFrame.tsx'
import { useShopForm } from './useShopForm.ts'

/** The first merchant; it submits everything for review (docs/domain.md#onboarding). */
export function ShopStep({ onboarding }: { onboarding: Onboarding }) {
  const form = useShopForm(onboarding.shop)
  const [unknownBank, setUnknownBank] = useState(false)
  const submit = async () => {
    if (!form.check()) return
    if (unknownBank) return void focusField('iban')
    if (!(await form.save())) return
    const created = await write(merchantCreate, { mode: 'live', body: shopBody(form) }).catch((error: unknown) => {
      const [field] = isApiFailure(error) ? error.fields.keys() : []
      if (field !== undefined) focusField(field)
      throw error
    })
    await openPanel(created.id)
  }
  return (
    <StepFrame
      onboarding={onboarding}
      step="add-merchant"
      state={<SaveState form={form} />}
      onContinue={submit}
      continueLabel={t('onboarding.send')}
    >
      <SaveProblem form={form} />
      <ShopFields form={form} onUnknownBank={setUnknownBank} />
      <p className="text-md text-ink-2">{t('onboarding.sendNote')}</p>
    </StepFrame>
  )
}
