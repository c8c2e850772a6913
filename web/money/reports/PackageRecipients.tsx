import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { packageRecipientAdd, packageRecipientRemove, type PackageRecipient } from '#contract/money/packageRecipients'
import { PACKAGE_RECIPIENTS } from '#domain/money/report'
import { isEmail } from '#domain/platform/identifiers'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { RetryBanner } from '../../platform/feedback/RetryBanner.tsx'
import { showToast } from '../../platform/feedback/toasts.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useSend } from '../../platform/requests/useSend.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { packageRecipientsRead } from './reportReads.ts'

const kinds: Record<PackageRecipient['state'], StatusKind> = {
  asked: 'upcoming',
  active: 'accepted-filled',
  expired: 'stopped',
  stopped: 'stopped',
}

/** Who gets each month's package by e-mail without an account: the addresses with their state, and another one. */
export function PackageRecipients() {
  const { merchantId, may } = useMerchant()
  const { data, error, isFetching, refetch } = useQuery({ ...packageRecipientsRead(merchantId), enabled: may('packageRecipientList') })
  const mayAdd = may('packageRecipientAdd')
  if ((!data && error === null) || (data?.length === 0 && !mayAdd)) return null
  return (
    <section aria-labelledby="recipients-title" className="grid gap-2 border-t border-line pt-4 mt-4">
      <h3 id="recipients-title" className="font-strong">
        {t('reports.packages.recipients')}
      </h3>
      <p className="max-w-[72ch] text-md text-ink-2">{t('reports.packages.recipients.about')}</p>
      {!data && <RetryBanner error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <ul>
          {data.map((recipient) => (
            <Recipient key={recipient.id} recipient={recipient} />
          ))}
        </ul>
      )}
      {data && mayAdd && data.length < PACKAGE_RECIPIENTS && <AddRecipient />}
    </section>
  )
}

function useReadAgain() {
  const client = useQueryClient()
  return async () => {
    await Promise.all(['packageRecipientList', 'reportScheduleList'].map((call) => client.invalidateQueries({ queryKey: [call] })))
  }
}

const sinceOf = ({ state, created, confirmedAt, stoppedAt, createdBy }: PackageRecipient): string =>
  t(`reports.packages.since.${state}`, { date: date((state === 'stopped' ? stoppedAt : confirmedAt) ?? created), who: createdBy })

function Recipient({ recipient }: { recipient: PackageRecipient }) {
  const { merchantId, may } = useMerchant()
  const readAgain = useReadAgain()
  const { id, email, state } = recipient
  const remove = useSend(async (recipientId: string, key) => {
    await write(packageRecipientRemove, { params: { merchantId, recipientId }, key })
    await readAgain()
  })
  const again = useSend(async (address: string, key) => {
    await write(packageRecipientAdd, { params: { merchantId }, body: { email: address }, key })
    showToast(t('reports.packages.asked', { email: address }))
    await readAgain()
  })
  const problem = remove.error ?? again.error
  return (
    <li className="grid gap-1 border-b border-line py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-40 flex-1">
          <span className="block wrap-anywhere">{email}</span>
          <span className="block text-sm text-ink-3">{sinceOf(recipient)}</span>
        </span>
        <StatusBadge kind={kinds[state]} label={t(`reports.packages.state.${state}`)} />
        <span className="flex gap-1 empty:hidden">
          {state === 'expired' && may('packageRecipientAdd') && (
            <Button size="small" variant="quiet" busy={again.busy} onClick={() => again.submit(email)}>
              {t('reports.packages.askAgain')}
            </Button>
          )}
          {may('packageRecipientRemove') && (
            <Button
              size="small"
              variant="quiet"
              busy={remove.busy}
              aria-label={t('reports.packages.removeOf', { email })}
              onClick={() => remove.submit(id)}
            >
              {t('shell.remove')}
            </Button>
          )}
        </span>
      </div>
      {problem !== null && <ErrorBanner>{failureMessage(problem)}</ErrorBanner>}
    </li>
  )
}

function AddRecipient() {
  const { merchantId } = useMerchant()
  const readAgain = useReadAgain()
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, error, submit } = useSend(async (address: string, key) => {
    await write(packageRecipientAdd, { params: { merchantId }, body: { email: address }, key })
    setEmail('')
    setTried(false)
    showToast(t('reports.packages.asked', { email: address }))
    await readAgain()
  })
  const refused = isApiFailure(error) ? error.fields.get('email')?.message : undefined
  const typed = email.trim()
  return (
    <Form
      className="grid gap-3 pt-1"
      onSubmit={() => {
        setTried(true)
        if (isEmail(typed)) submit(typed)
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-64 md:max-w-96">
          <Field
            label={t('reports.packages.address')}
            help={t('reports.packages.addressHelp')}
            error={refused ?? (tried && !isEmail(typed) ? t('errors.field.format') : undefined)}
          >
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
        </div>
        <div className="pt-6.5 max-md:w-full max-md:pt-0 max-md:*:w-full">
          <Button type="submit" sends busy={busy} busyLabel={t('shell.sending')}>
            {t('reports.packages.add')}
          </Button>
        </div>
      </div>
      {error !== null && refused === undefined && <ErrorBanner>{failureMessage(error)}</ErrorBanner>}
    </Form>
  )
}
