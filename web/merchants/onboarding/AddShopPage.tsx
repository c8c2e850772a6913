import { useState } from 'react'
import { merchantCreate } from '#contract/merchants/onboarding'
import type { Values } from '#domain/merchants/company/fields'
import { requiredOfShop, shopRules, type ShopField } from '#domain/merchants/shopApplication'
import { write } from '../../platform/api/write.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'
import { t } from '../../platform/i18n/t.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { isShopWaiting } from '../../platform/session/mayAddShop.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { focusField } from '../company/fieldId.ts'
import { FormParts } from '../company/FormParts.tsx'
import { SaveProblem } from '../company/SaveState.tsx'
import { useFieldForm } from '../company/useFieldForm.ts'
import { openPanel } from './openPanel.ts'
import { shopBody, shopParts } from './shopParts.tsx'

const empty: Values<ShopField> = {
  name: null,
  url: null,
  inStoreOnly: false,
  businessActivity: null,
  iban: null,
  ibanId: null,
  monthlyEarnings: null,
  averageAmount: null,
}

/** Another shop of an account that has been approved: it waits for the provider's answer, as the first one did. */
function AddShop() {
  const session = useSession()
  // Decided once: the shop that is sent from here waits as soon as it is sent.
  const [isAnotherWaiting] = useState(() => isShopWaiting(session))
  return (
    <article aria-labelledby="add-shop-title" className="grid max-w-[720px] grid-cols-[minmax(0,1fr)] gap-8">
      <SettingsHead id="add-shop-title" title={t('onboarding.addShop')} lead={t('onboarding.addShop.lead')} />
      {isAnotherWaiting ? <Banner title={t('onboarding.addShop.waiting')} /> : <AddShopForm />}
    </article>
  )
}

function AddShopForm() {
  const [needs, setNeeds] = useState<Pick<Values<ShopField>, 'inStoreOnly' | 'ibanId'>>(empty)
  const [unknownBank, setUnknownBank] = useState(false)
  const form = useFieldForm<ShopField>({
    auto: false,
    rules: shopRules,
    required: requiredOfShop(needs),
    saved: empty,
    send: async () => {
      const created = await write(merchantCreate, { mode: 'live', body: shopBody(form) })
      showToast(t('onboarding.addShop.done'))
      await openPanel(created.id)
    },
  })
  const watchedForm = {
    ...form,
    set(changes: Parameters<typeof form.set>[0]) {
      setNeeds((now) => ({ ...now, ...changes }))
      form.set(changes)
    },
  }
  const submit = () => {
    if (!form.check()) return
    if (unknownBank) return void focusField('iban')
    void form.save()
  }
  return (
    <Form className="grid gap-8" onSubmit={submit}>
      <SaveProblem form={form} />
      <FormParts parts={shopParts(setUnknownBank)} form={watchedForm} />
      <div>
        <Button type="submit" variant="filled" busy={form.saving} busyLabel={t('shell.sending')}>
          {t('onboarding.addShop.send')}
        </Button>
      </div>
    </Form>
  )
}

export const AddShopPage: Screen = { component: AddShop }
