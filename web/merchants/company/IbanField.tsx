import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bankCodeOf, ibanProblem } from '#domain/money/iban'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { IbanInput } from '../../platform/ui/forms/IbanInput.tsx'
import { bankRead } from './companyReads.ts'
import { ibanTyped } from './ibanTyped.ts'

type IbanFieldProps = {
  id?: string
  value: string
  /** The error of the server or of the whole form. */
  error?: string | undefined
  onChange: (text: string) => void
  /** Whether the IBAN has an unknown bank code. */
  onUnknownBank: (unknown: boolean) => void
}

/** An IBAN, validated while typing; the bank's name appears as soon as its code is complete. */
export function IbanField({ id = 'iban', value, error, onChange, onUnknownBank }: IbanFieldProps) {
  const [left, setLeft] = useState(false)
  const code = bankCodeOf(value)
  const bank = useQuery({ ...bankRead(code), enabled: code !== '', staleTime: Infinity })
  // The list of Spanish banks is complete; for other countries an unknown bank is no error.
  const unknown = /^\d/.test(code) && bank.isError && isApiFailure(bank.error) && bank.error.type === 'ObjectNotFoundException'
  useEffect(() => onUnknownBank(unknown), [unknown, onUnknownBank])
  const typed = ibanTyped(value, left && value !== '')
  const name = code !== '' && bank.data ? bank.data.name : null
  const right = ibanProblem(value) === null && !unknown && !bank.isLoading
  const help =
    name !== null
      ? t(right ? 'bankAccounts.ask.bankRight' : 'bankAccounts.ask.bank', { bank: name })
      : t(right ? 'bankAccounts.ask.right' : 'bankAccounts.ask.ibanHelp')
  return (
    <>
      <Field
        id={id}
        label={t('bankAccounts.ask.iban')}
        error={error || typed || (unknown && t('bankAccounts.problem.bank'))}
        help={help}
        required
      >
        <IbanInput
          size="large"
          inputClassName="text-lg"
          value={value}
          placeholder={t('bankAccounts.ask.example')}
          onChange={onChange}
          onBlur={() => setLeft(true)}
        />
      </Field>
      <Live message={right ? help : ''} />
    </>
  )
}
