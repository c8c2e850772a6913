import { useState } from 'react'
import { compactPhone, isEmail, isMobile } from '#domain/platform/identifiers'
import { tidyEmail } from '#domain/platform/emailAddress'
import { t } from '../../platform/i18n/t.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { go } from '../../platform/routes/go.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { money } from '../../platform/i18n/format.ts'
import { afterPointerUp } from './afterPointerUp.ts'
import { saleProblem } from './draftProblems.ts'
import type { OfflineDraft } from './offlineDraft.ts'
import { SaleOutcome } from './SaleOutcome.tsx'
import type { Sale } from './useSale.ts'

/** Counter mode: sends the link by SMS or e-mail instead of showing a code. */
export function SendDialog({ sale, closeHref }: { sale: Sale; closeHref: string }) {
  const { customer } = sale.draft
  const [to, setTo] = useState(customer.phone || customer.email)
  const [left, setLeft] = useState(false)
  const email = to.includes('@')
  const fits = email ? isEmail(tidyEmail(to)) : isMobile(compactPhone(to))
  const wrong = left && !fits ? t(to.trim() === '' ? 'offlineCheckout.send.needed' : 'offlineCheckout.send.wrong') : null
  const contact = email ? { email: tidyEmail(to) } : { phone: compactPhone(to) }
  const content: Partial<OfflineDraft> = { channels: [email ? 'email' : 'sms'], submitType: 'user', customer: { ...customer, ...contact } }
  const problems = sale.problemsBy(content)
  const blocked = saleProblem(problems) ?? (fits && problems.size > 0 ? t('offlineCheckout.counter.elsewhere') : null)
  const close = () => go(closeHref, { replace: true, keepScroll: true })
  const submit = () => {
    setLeft(true)
    if (!fits || blocked !== null || sale.sending) return
    sale.send({ content })
  }
  return (
    <Dialog
      title={t('offlineCheckout.send.title', { amount: sale.amount === null ? '' : money(sale.amount) })}
      tag={<ModeTag />}
      onClose={close}
      onSubmit={submit}
      closeOnOutside={to === ''}
      footer={
        <Button variant="filled" size="large" type="submit" busy={sale.sending} busyLabel={t('shell.sending')} disabledReason={blocked}>
          {t(email ? 'offlineCheckout.verb.email' : 'offlineCheckout.verb.sms')}
        </Button>
      }
    >
      <Field label={t('offlineCheckout.send.to')} help={t('offlineCheckout.send.help')} error={wrong} required>
        <TextInput
          size="large"
          type={email ? 'email' : 'tel'}
          inputMode={email ? 'email' : 'tel'}
          autoComplete="off"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          onBlur={() => afterPointerUp(() => setLeft(to !== ''))}
        />
      </Field>
      {problems.has('campaignId') && (
        <div className="pt-4">
          <Banner
            tone="warning"
            live
            action={
              <Button size="small" onClick={() => sale.change({ campaignId: null })}>
                {t('offlineCheckout.counter.dropCampaign')}
              </Button>
            }
          >
            {problems.get('campaignId')}
          </Banner>
        </div>
      )}
      <SaleOutcome sale={sale} />
    </Dialog>
  )
}
