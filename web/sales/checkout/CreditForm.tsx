import { type FormEvent, useState } from 'react'
import { compactIban } from '#domain/money/iban'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { IbanInput } from '../../platform/ui/forms/IbanInput.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import type { CustomerCredit } from './useCustomerCredit.ts'

type CreditFormProps = { credit: CustomerCredit; title: string; shopName: string; amount: string }
type Problems = { iban?: string; holderName?: string }

/** Account and holder; what is wrong with them is said by the server, beside the field. */
export function CreditForm({ credit, title, shopName, amount }: CreditFormProps) {
  const [iban, setIban] = useState('')
  const [holderName, setHolderName] = useState('')
  const [problems, setProblems] = useState<Problems>({})

  const show = (nextProblems: Problems) => {
    setProblems(nextProblems)
    requestAnimationFrame(() => document.getElementById(nextProblems.iban === undefined ? 'credit-holder' : 'credit-iban')?.focus())
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const noHolder = holderName.trim() === '' && { holderName: t('consumerScreens.credit.noHolder') }
    if (compactIban(iban) === '') return show({ iban: t('consumerScreens.credit.noIban'), ...noHolder })
    setProblems({})
    const failure = await credit.give({ iban, holderName })
    if (failure === null) return
    const [ofIban, ofHolder] = [failure.fields.get('iban')?.message, failure.fields.get('holderName')?.message]
    show({
      ...(ofIban !== undefined && { iban: ofIban }),
      ...(noHolder || (ofHolder !== undefined && { holderName: ofHolder })),
      ...(ofIban === undefined && ofHolder === undefined && { iban: failure.message }),
    })
  }
  return (
    <form noValidate className="flex flex-1 flex-col" onSubmit={(event) => void send(event)}>
      <h1 className="mt-4 font-display text-title-lg font-title tracking-tight outline-none">{title}</h1>
      <p className="mt-2 text-ink-2">{t('consumerScreens.credit.lead', { shop: shopName, amount })}</p>
      <div className="mt-5 grid gap-4">
        <Field
          id="credit-iban"
          label={t('consumerScreens.credit.iban')}
          help={t('consumerScreens.credit.ibanHelp')}
          error={problems.iban}
          required
        >
          <IbanInput
            size="large"
            value={iban}
            onChange={(text) => {
              setIban(text)
              setProblems(({ holderName: other }) => (other === undefined ? {} : { holderName: other }))
            }}
          />
        </Field>
        <Field
          id="credit-holder"
          label={t('consumerScreens.credit.holder')}
          help={t('consumerScreens.credit.holderHelp')}
          error={problems.holderName}
          required
        >
          <TextInput
            size="large"
            autoComplete="name"
            value={holderName}
            onChange={(event) => {
              setHolderName(event.target.value)
              setProblems(({ iban: other }) => (other === undefined ? {} : { iban: other }))
            }}
          />
        </Field>
        {credit.lastFailure && <FailureBanner failure={credit.lastFailure} />}
      </div>
      <div className="mt-auto grid gap-2 pt-7">
        <Button type="submit" variant="filled" size="large" wide busy={credit.busy} busyLabel={t('consumerScreens.sending')}>
          {t('consumerScreens.credit.send', { amount })}
        </Button>
        <p className="text-sm text-ink-3">{t('consumerScreens.credit.safe')}</p>
      </div>
    </form>
  )
}
