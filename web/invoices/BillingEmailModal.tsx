import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { merchantAccountUpdate } from '#contract/invoices'
import { isEmail } from '#domain/identifiers'
import { type ApiFailure, isApiFailure } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import { ModeTag } from '../operation/ModeTag.tsx'
import { useShop } from '../operation/useShop.ts'
import { failureWords } from '../shell/failureWords.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { accountRead } from './invoiceReads.ts'

type Problems = { email?: string; password?: string; form?: string }

/** What the server found wrong, beside its field. */
function problemsOf(failure: ApiFailure): Problems {
  const [email, password] = [failure.fields.get('billingEmail')?.message, failure.fields.get('password')?.message]
  if (email !== undefined || password !== undefined) return { ...(email && { email }), ...(password && { password }) }
  return failure.type === 'UnauthorizedException' ? { password: t('shell.stepUp.wrong') } : { form: failureWords(failure) }
}

/** Changes where invoices are announced: the address and one's own password (specification §7, account update). */
export function BillingEmailModal({ onClose }: { onClose: () => void }) {
  const { merchantId, account } = useShop()
  const client = useQueryClient()
  const { data } = useQuery(accountRead(merchantId))
  const [email, setEmail] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  // One key for one set of values: pressing again after a lost answer does it once.
  const sent = useRef({ key: '', text: '' })
  const typed = email ?? data?.billingEmail ?? ''

  const show = (found: Problems) => {
    setProblems(found)
    if (found.email ?? found.password) document.getElementById(found.email ? 'billing-email' : 'billing-password')?.focus()
  }
  const save = async () => {
    const found: Problems = {
      ...(!isEmail(typed.trim()) && { email: t('session.error.email') }),
      ...(password === '' && { password: t('session.error.password') }),
    }
    show(found)
    if (busy || Object.keys(found).length > 0) return
    const body = { billingEmail: typed.trim(), password }
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { key: newKey(), text }
    setBusy(true)
    try {
      const saved = await write(merchantAccountUpdate, { params: { merchantId }, body, key: sent.current.key })
      client.setQueryData(accountRead(merchantId).queryKey, saved)
      onClose()
      showToast(t('invoices.email.done', { email: saved.billingEmail }))
    } catch (error) {
      setBusy(false)
      show(isApiFailure(error) ? problemsOf(error) : { form: failureWords(error) })
    }
  }
  return (
    <Dialog
      title={t('invoices.email.title')}
      tag={<ModeTag />}
      subtitle={t('invoices.email.about')}
      closeLabel={t('operations.close')}
      closeOnOutside={email === null && password === ''}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('operations.back')}
          </Button>
          <Button type="submit" variant="filled" busy={busy} busyLabel={t('invoices.email.saving')}>
            {t('invoices.email.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field id="billing-email" label={t('invoices.email.label')} error={problems.email} required>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={typed}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
        <Field id="billing-password" label={t('invoices.email.password')} error={problems.password} required>
          <PasswordInput
            autoComplete="current-password"
            maxLength={256}
            showLabel={t('session.showPassword')}
            hideLabel={t('session.hidePassword')}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {problems.form && (
          <Banner tone="error" live>
            {problems.form}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
