import { type FormEvent, useEffect, useState } from 'react'
import type { BankConsentView } from '#contract/sales/bankConsent'
import { compactDocument, isNie, isNif } from '#domain/platform/identifiers'
import { cents, formatEuros } from '#domain/platform/money'
import { settings } from '../../platform/api/settings.ts'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { BankChoice } from './steps/BankChoice.tsx'
import type { BankCode } from './steps/bankCodes.ts'
import { BankOpen } from './steps/BankOpen.tsx'
import { FailureBanner } from './FailureBanner.tsx'
import { type BankCheck } from './useBankCheck.ts'

type BankCheckFormProps = { check: BankCheck; view: BankConsentView }

const heading = 'mt-4 font-display text-title-lg font-title tracking-tight outline-none'

/** Explains who asks, why and which data is read; asks for the document and the bank, then leaves for the bank's page. */
export function BankCheckForm({ check, view }: BankCheckFormProps) {
  const { shop, sandbox } = view
  const [documentId, setDocumentId] = useState('')
  const [code, setCode] = useState<BankCode | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [other, setOther] = useState(false)
  const title = t('consumerScreens.bankCheck.title')
  useTitle(title, view)

  const setError = (words: string) => {
    setProblem(words)
    requestAnimationFrame(() => document.getElementById('bank-document')?.focus())
  }
  const next = (event: FormEvent) => {
    event.preventDefault()
    const compact = compactDocument(documentId)
    if (compact === '') return setError(t('consumerScreens.identity.wrong.noDocument'))
    if (!isNif(compact) && !isNie(compact)) return setError(t('consumerScreens.identity.wrong.documentId'))
    setProblem(null)
    if (code !== null) void answer(true)
  }
  const answer = async (authorise: boolean) => {
    const failure = await check.answer(
      authorise && code !== null ? { authorise, documentId: compactDocument(documentId), bankCode: code } : { authorise: false },
    )
    if (failure) setError(failure.fields.get('documentId')?.message ?? failure.message)
  }
  return (
    <form noValidate className="flex flex-1 flex-col" onSubmit={next}>
      <h1 className={heading}>{title}</h1>
      <Why view={view} />
      <div className="mt-5 grid gap-4">
        <Field
          id="bank-document"
          label={t('consumerScreens.identity.documentId')}
          help={t('consumerScreens.bankCheck.documentHelp', { shop: shop.name })}
          error={problem ?? undefined}
          required
        >
          <TextInput
            size="large"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={documentId}
            onChange={(event) => {
              setDocumentId(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
        {view.url !== null && !other && (
          <BankOpen busy={check.busy} onDone={() => void check.answer({ authorise: true })} onOther={() => setOther(true)} />
        )}
        <BankChoice sandbox={sandbox} code={code} onChange={setCode} />
        {check.lastFailure && <FailureBanner failure={check.lastFailure} />}
      </div>
      <div className="mt-auto grid gap-2 pt-7">
        <Button
          type="submit"
          variant="filled"
          size="large"
          wide
          busy={check.busy}
          busyLabel={t('consumerScreens.sending')}
          disabledReason={code === null ? t('consumerScreens.bank.chooseFirst') : null}
        >
          {t('consumerScreens.bank.next')}
        </Button>
        <Button size="large" wide busy={check.busy} busyLabel={t('consumerScreens.sending')} onClick={() => void answer(false)}>
          {t('consumerScreens.bankCheck.refuse')}
        </Button>
        <p className="text-sm text-ink-3">{t('consumerScreens.validUntil', { when: nearTime(view.expiresAt) })}</p>
      </div>
    </form>
  )
}

/** The reason for the check, and the lists of data that is and is not read. */
function Why({ view: { shop, amount } }: { view: BankConsentView }) {
  const { name } = settings().brand
  return (
    <>
      <p className="mt-2 text-ink-2">
        {t('consumerScreens.bankCheck.lead', { shop: shop.name, amount: formatEuros(cents(amount)), brand: name })}
      </p>
      <h2 className="mt-4 font-strong">{t('consumerScreens.bankCheck.read')}</h2>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        <li>{t('consumerScreens.bank.asksAccounts')}</li>
        <li>{t('consumerScreens.bank.asksIncome')}</li>
      </ul>
      <h2 className="mt-3 font-strong">{t('consumerScreens.bankCheck.unread')}</h2>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        <li>{t('consumerScreens.bankCheck.noKeys')}</li>
        <li>{t('consumerScreens.bankCheck.noMoves')}</li>
        <li>{t('consumerScreens.bankCheck.noShop', { shop: shop.name })}</li>
      </ul>
    </>
  )
}

/** Sets the document title from the page's title and the shop's name. */
export function useTitle(title: string, { shop, sandbox }: BankConsentView): void {
  useEffect(() => {
    const whole = t('consumerScreens.title', { title, shop: shop.name })
    document.title = sandbox ? t('consumerScreens.title.sandbox', { title: whole }) : whole
  }, [title, shop.name, sandbox])
}
