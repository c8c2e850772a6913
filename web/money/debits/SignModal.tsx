import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { debtView, mandateSign, type Debt } from '#contract/money/debits'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'

/** Signs the mandate: full text, place of signature, acceptance and password. */
export function SignModal({ offer, onClose }: { offer: NonNullable<Debt['offer']>; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const [place, setPlace] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const { busy, error, submit } = useSend(async (body: { account: string; place: string }, key) => {
    const signed = await withStepUp(t('debits.sign.why'), () => write(mandateSign, { params: { merchantId }, body, key, mode: 'live' }))
    if (signed === null) return
    await client.invalidateQueries({ queryKey: [debtView.name] })
    void client.invalidateQueries({ queryKey: ['inboxList'] })
    showToast(t('debits.sign.done'), { key: 'mandate' })
    onClose()
  })
  const missing = place.trim() === ''
  const send = () => {
    setIsTried(true)
    if (missing) document.getElementById('mandate-place')?.focus()
    else if (!agreed) document.getElementById('mandate-agree')?.focus()
    else submit({ account: offer.accountId, place: place.trim() })
  }
  return (
    <Dialog
      title={t('debits.sign.title')}
      tag={<ModeTag />}
      onClose={onClose}
      closeOnOutside={place === '' && !agreed}
      onSubmit={send}
      footer={
        <DialogActions onBack={onClose} busy={busy} busyLabel={t('debits.sign.busy')}>
          {t('debits.sign.verb')}
        </DialogActions>
      }
    >
      <div className="grid gap-5 *:min-w-0">
        <DefinitionList
          items={[
            { term: t('debits.mandate.creditor'), value: offer.creditor.name },
            { term: t('debits.mandate.creditorId'), value: offer.creditor.id },
            { term: t('debits.file.creditorAddress'), value: offer.creditor.address },
            { term: t('debits.mandate.debtor'), value: offer.debtorName },
            { term: t('shell.heading.account'), value: offer.iban },
            { term: t('debits.mandate.kind'), value: t('debits.mandate.recurrent') },
          ]}
        />
        <p className="text-md text-ink-2">{offer.wording}</p>
        <Field
          id="mandate-place"
          label={t('debits.sign.place')}
          help={t('debits.sign.placeHelp')}
          error={isTried && missing ? t('debits.sign.placeMissing') : undefined}
        >
          <TextInput value={place} maxLength={60} onChange={(event) => setPlace(event.target.value)} />
        </Field>
        <div>
          <Checkbox
            id="mandate-agree"
            label={t('debits.sign.agree')}
            checked={agreed}
            aria-describedby="mandate-agree-note"
            aria-invalid={isTried && !agreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <p id="mandate-agree-note" role="status" className="pt-1 text-sm text-danger-ink empty:hidden">
            {isTried && !agreed && t('debits.sign.agreeMissing')}
          </p>
        </div>
      </div>
      <SendProblem error={error} />
    </Dialog>
  )
}
